//! Each barrier taken away once: the tests that name it must fail then. So none of them can pass for another reason than
//! the barrier that it names.

use std::process::{Command, Output};

use ringfence_jail::Barrier;

/// Names the barrier that a run of a test takes away, as `Debug` writes it.
const WITHOUT: &str = "RINGFENCE_TEST_WITHOUT";

/// The barrier that this run takes away.
pub(crate) fn taken_away() -> Option<Barrier> {
    let name = std::env::var(WITHOUT).ok()?;
    Some(Barrier::ALL.into_iter().find(|barrier| format!("{barrier:?}") == name).expect("no such barrier"))
}

/// The tests that a barrier makes pass.
fn held_by(barrier: Barrier) -> &'static [&'static str] {
    match barrier {
        Barrier::Network => &[
            "out::the_hosts_loopback_is_not_there_at_full",
            "out::no_interface_of_the_machine_is_there_at_full",
            "out::an_abstract_socket_of_the_host_is_not_there_at_full",
            "out::two_jails_share_nothing_at_full",
        ],
        Barrier::Ports | Barrier::Calls => {
            &["levels::reduced_connects_to_the_listeners_port_and_has_no_other_way_into_the_network"]
        }
        Barrier::Files => &[
            "out::a_socket_file_such_as_dockers_is_not_there_at_any_level",
            "out::files_of_the_machine_are_not_there_at_any_level",
            "out::the_first_processs_root_is_the_jails_own",
        ],
        Barrier::HomeSize => &["out::a_home_takes_as_much_as_it_may_and_is_nobody_elses"],
        Barrier::Processes => &[
            "out::no_process_outside_can_be_seen_signalled_or_traced_at_any_level",
            "out::two_jails_share_nothing_at_full",
        ],
        Barrier::Keyring => &["out::a_key_of_ours_is_not_there_at_any_level"],
        Barrier::Descriptors => &["out::no_descriptor_is_inherited_at_any_level"],
        Barrier::Environment => &["out::the_environment_is_what_was_given_at_any_level"],
        Barrier::Limits => &["out::limits_are_set_at_any_level"],
        other => panic!("no test for {other:?}"),
    }
}

#[expect(clippy::disallowed_methods, reason = "it starts this binary again")]
fn run(test: &str, without: Option<Barrier>) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("jail::{test}"), "--nocapture"]).env_remove(WITHOUT);
    if let Some(barrier) = without {
        command.env(WITHOUT, format!("{barrier:?}"));
    }
    command.output().unwrap()
}

#[test]
fn each_barrier_is_what_makes_the_tests_pass_that_name_it() {
    for barrier in Barrier::ALL {
        for test in held_by(barrier) {
            let with = run(test, None);
            let said = String::from_utf8_lossy(&with.stdout);
            assert!(with.status.success() && said.contains("1 passed"), "{test}: {said}");
            let gone = run(test, Some(barrier));
            // Not for another reason, such as a jail that does not start.
            let said = String::from_utf8_lossy(&gone.stderr);
            assert!(!gone.status.success(), "{test} passes without {barrier:?}");
            assert!(said.contains("assertion `left == right` failed"), "{test} without {barrier:?}: {said}");
        }
    }
}
