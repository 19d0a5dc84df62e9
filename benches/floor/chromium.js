// A contained Chromium, and the debugging pipe to it.
//
// Contained the way the product does it: user, process, IPC and host namespaces of its own, a file view with nothing
// but programs and libraries, an empty environment, a profile on a tmpfs, and Chromium's own sandbox on. Unlike the
// product it has no proxy and judges no request: that is what containment of the network may cost.
'use strict';

const { spawn } = require('node:child_process');
const { existsSync, readlinkSync } = require('node:fs');

const CHROMIUM = [
  '/usr/lib/chromium/chromium', '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/lib/chromium-browser/chromium-browser', '/opt/google/chrome/chrome', '/opt/chromium.org/chromium/chromium',
];
const PROFILE = '/profile';
const VIEWPORT = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false };
const PATIENCE_MS = 30_000;

const FLAGS = [
  '--headless=new', '--remote-debugging-pipe', '--no-startup-window', '--no-first-run', '--no-default-browser-check',
  '--no-service-autorun', '--disable-search-engine-choice-screen', '--disable-quic', '--no-pings',
  '--deny-permission-prompts', '--disable-notifications', '--disable-speech-api', '--disable-background-networking',
  '--disable-component-update', '--component-updater=url-source=http://127.0.0.1:1/',
  '--gaia-url=http://127.0.0.1:1/', '--disable-sync', '--disable-default-apps', '--disable-extensions',
  '--disable-component-extensions-with-background-pages', '--disable-domain-reliability',
  '--disable-client-side-phishing-detection', '--disable-field-trial-config', '--disable-breakpad',
  '--disable-crash-reporter', '--metrics-recording-only', '--password-store=basic', '--use-mock-keychain',
  '--disable-smooth-scrolling', '--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding', `--user-data-dir=${PROFILE}`,
  '--disable-features=MediaRouter,DialMediaRouteProvider,FedCm,NetworkTimeServiceQuerying,Translate,OptimizationHints,' +
    'OptimizationGuideModelDownloading,AutofillServerCommunication,CertificateTransparencyComponentUpdater,' +
    'ServiceWorkerAutoPreload,BackgroundFetch,HttpsUpgrades,DeferRendererTasksAfterInput,BackForwardCache',
];

function jail() {
  const args = ['--ro-bind', '/usr', '/usr'];
  for (const name of ['bin', 'sbin', 'lib', 'lib32', 'lib64']) {
    try {
      args.push('--symlink', readlinkSync(`/${name}`), `/${name}`);
    } catch {
      args.push('--ro-bind-try', `/${name}`, `/${name}`);
    }
  }
  for (const path of ['/etc/fonts', '/etc/ssl/certs', '/etc/ld.so.cache', '/etc/localtime', '/etc/alternatives', '/var/cache/fontconfig', '/opt']) {
    args.push('--ro-bind-try', path, path);
  }
  args.push('--proc', '/proc', '--dev', '/dev', '--size', String(256 << 20), '--tmpfs', '/tmp');
  args.push('--size', String(1 << 30), '--tmpfs', PROFILE, '--unshare-user');
  if (process.getuid() === 0) args.push('--uid', '1000', '--gid', '1000');
  args.push('--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--die-with-parent', '--new-session', '--clearenv');
  for (const [name, value] of [['HOME', PROFILE], ['LANG', 'C.UTF-8'], ['PATH', '/nonexistent'], ['DBUS_SESSION_BUS_ADDRESS', 'disabled:']]) {
    args.push('--setenv', name, value);
  }
  return args;
}

/** The pipe: messages end with a NUL byte; commands go out as they are made, answers come by id. */
class Pipe {
  constructor(output, input) {
    this.output = output;
    this.waiting = new Map();
    this.listeners = new Set();
    this.next = 1;
    let parts = [];
    input.on('data', (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
        parts.push(chunk.subarray(start, end));
        this.take(JSON.parse(parts.length === 1 ? parts[0].toString() : Buffer.concat(parts).toString()));
        parts = [];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    });
    input.on('close', () => this.waiting.forEach(({ reject }) => reject(new Error('Chromium has ended'))));
  }

  take(message) {
    if (message.id === undefined) {
      for (const listener of this.listeners) listener(message);
      return;
    }
    const waiter = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) waiter?.reject(new Error(`${waiter.method}: ${message.error.message}`));
    else waiter?.resolve(message.result);
  }

  call(method, params = {}, sessionId = undefined) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, method });
      this.output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Resolves with the first event that `wanted` accepts. */
  event(wanted) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.listeners.delete(listener);
        reject(new Error(`no such event within ${PATIENCE_MS} ms`));
      }, PATIENCE_MS);
      const listener = (message) => {
        if (!wanted(message)) return;
        clearTimeout(timer);
        this.listeners.delete(listener);
        resolve(message.params);
      };
      this.listeners.add(listener);
    });
  }
}

/** One tab, spoken to through a session of its own. */
class Tab {
  constructor(pipe, targetId, sessionId) {
    Object.assign(this, { pipe, targetId, sessionId });
  }

  call(method, params) {
    return this.pipe.call(method, params, this.sessionId);
  }

  event(method, wanted) {
    return this.pipe.event((message) => message.sessionId === this.sessionId && message.method === method && wanted(message.params));
  }

  /** The value of an expression; promises are awaited. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
}

/** Starts a Chromium with a fresh profile. */
exports.startChromium = async () => {
  const chromium = CHROMIUM.find(existsSync);
  if (!chromium) throw new Error('no Chromium was found; install the package chromium');
  const child = spawn('bwrap', [...jail(), '--', chromium, ...FLAGS], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  ended.catch(() => {});
  const pipe = new Pipe(child.stdio[3], child.stdio[4]);

  /** Opens a tab in a window of its own and sets it up as the product does. */
  const openTab = async () => {
    const { targetId } = await pipe.call('Target.createTarget', { url: 'about:blank', newWindow: true });
    const { sessionId } = await pipe.call('Target.attachToTarget', { targetId, flatten: true });
    const tab = new Tab(pipe, targetId, sessionId);
    await Promise.all([
      tab.call('Page.enable'),
      tab.call('Page.setLifecycleEventsEnabled', { enabled: true }),
      tab.call('Emulation.setDeviceMetricsOverride', VIEWPORT),
      tab.call('Emulation.setFocusEmulationEnabled', { enabled: true }),
    ]);
    return tab;
  };
  await Promise.race([pipe.call('Target.setDiscoverTargets', { discover: true }), ended.then(() => Promise.reject(new Error('Chromium did not start')))]);
  return {
    openTab,
    call: (method, params) => pipe.call(method, params),
    event: (method, wanted) => pipe.event((message) => message.method === method && wanted(message.params)),
    async close() {
      pipe.call('Browser.close').catch(() => {});
      const killer = setTimeout(() => child.kill('SIGKILL'), 3000);
      await ended;
      clearTimeout(killer);
    },
  };
};
