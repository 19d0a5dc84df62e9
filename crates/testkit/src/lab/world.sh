# Makes this network namespace an internet of its own, then runs the command that follows. $1: a directory with hosts and
# resolv.conf.
set -eu
ip link set lo up
# A pair of interfaces whose other end nobody reads, for what is not sent to an address of this machine.
ip link add lab0 type veth peer name lab1
for interface in lab0 lab1; do
    # Neighbour and router discovery of the kernel's own would only be in the way.
    echo 1 >"/proc/sys/net/ipv6/conf/$interface/disable_ipv6" 2>/dev/null || true
    ip link set "$interface" up
done
ip address add 198.18.0.1/24 dev lab0
ip route add default via 198.18.0.2 dev lab0
# Every address is this machine's.
ip route add local 0.0.0.0/0 dev lo table local
ip -6 route add local ::/0 dev lo table local 2>/dev/null || true
# Even an ordinary user may listen on the web's ports here.
echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start
mount --bind "$1/resolv.conf" /etc/resolv.conf
mount --bind "$1/hosts" /etc/hosts
shift
exec "$@"
