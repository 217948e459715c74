// `npm run test:peers [-- --install] [NAME…]`: integrations against real brokers and stores, and pages in a real browser, each started in a
// temporary folder on a free port by its own file. One that is not on this host is skipped; `--install` fetches what Debian has, where that is possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { testFile } from './test-file.mjs';

/** A row per file that starts and tries a peer: the program, and the Debian package that has it. */
const PEERS = [
  { name: 'mosquitto', program: 'mosquitto', debian: 'mosquitto', file: 'test/real/mosquitto.ts' },
  { name: 'nats', program: 'nats-server', debian: 'nats-server', file: 'test/real/nats.ts' },
  { name: 'scale-out', program: 'nats-server', debian: 'nats-server', file: 'test/real/scale-out.ts' },
  { name: 'deliveries', program: 'nats-server', debian: 'nats-server', file: 'test/real/deliveries.ts' },
  {
    name: 'victoria-metrics',
    program: 'victoria-metrics',
    debian: 'victoria-metrics',
    file: 'test/real/victoria-metrics.ts',
  },
  { name: 'minisign', program: 'minisign', debian: 'minisign', file: 'test/real/minisign.ts' },
  { name: 'apt', program: 'gpg', debian: 'gnupg', file: 'test/real/apt.ts' },
  { name: 'pages', program: 'chromium', debian: 'chromium', file: 'test/real/pages.ts' },
  { name: 'clients', program: 'chromium', debian: 'chromium', file: 'test/real/clients.ts' },
  ...['first-hour', 'pages', 'traffic', 'alerts', 'integrations', 'everyday', 'upkeep', 'sign-in', 'away'].map(
    subject => ({
      name: 'console',
      program: 'chromium',
      debian: 'chromium',
      file: `test/web/browser/${subject}.ts`,
    }),
  ),
];
/** Where servers are that not every user has in the path. */
const SYSTEM = ['/usr/sbin', '/usr/local/sbin'];

ensureInstalled();
const args = process.argv.slice(2);
const names = args.filter(arg => !arg.startsWith('--'));
const peers = PEERS.filter(({ name }) => names.length === 0 || names.includes(name));
if (args.includes('--install'))
  install([...new Set(peers.filter(peer => !isPresent(peer)).map(({ debian }) => debian))]);
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const peer of peers) {
  if (isPresent(peer)) {
    const { passed, failed } = await testFile(peer.file, { PATH: paths().join(delimiter) });
    totals.passed += passed;
    totals.failed += failed;
  } else {
    totals.skipped++;
    console.log(`skipped ${peer.file}: there is no ${peer.program} here (Debian package ${peer.debian})`);
  }
}
const { passed, failed, skipped } = totals;
process.exitCode = failed === 0 && passed + skipped > 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);

function paths() {
  return [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM];
}

function isPresent({ program }) {
  return paths().some(dir => existsSync(join(dir, program)));
}

/** Only where it needs no password; that it fails shows by what is skipped. */
function install(packages) {
  if (packages.length === 0 || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = words => spawnSync('apt-get', words, { env, stdio: ['ignore', 2, 2] });
  apt(['-qq', 'update']);
  apt(['-qq', '-y', '--no-install-recommends', 'install', ...packages]);
}
