// Long: for CI and `npm test -- --long`.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import t from 'tap';
import { everyCommand } from '../../src/cli/program.ts';
import { cannotMount, SmallDisk } from '../fault/disk/small-disk.ts';
import { filled } from '../upkeep/filled.ts';
import { isWhole } from '../whole.ts';
import { anyPorts, bareEnvironment, main } from './waystation.ts';

// Each is a process of its own: of the states that need little, each command has one of them in turn. `TEST_WHOLE=1` tries every command
// in every one of them. A word behind the file chooses: `every-command.test.ts endpoints`.
t.setTimeout(900_000);

const BS = '70b3d59cd0000001';
const UUID = '0192f000-0000-7000-8000-000000000009';
const BLUEPRINT = new URL('../../catalog/weptech/munia-m/v1.json', import.meta.url).pathname;
const BUNDLE = ['--bundle', 'station', '--port', '9'];

const EP = 'fe0000000000e101';
const FLEET = 'fleet.csv';
const INTEGRATION = 'integration.json';

/** What each command is given where its help asks for something; those of which nothing is said here take nothing. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'certs export-ca': ['ca.crt'],
  'certs import-ca': ['--cert', 'x.crt', '--key', 'x.key'],
  'certs drop-ca': ['4f1c'],
  'certs revoke': [BS, '--anyway'],
  'certs base-station': [BS, '--out', 'station2'],
  'certs application-center': [BS, '--out', 'center2'],
  backup: ['b.tar.gz', '--without-key'],
  restore: ['b.tar.gz'],
  reset: ['--yes'],
  'blueprint check': [BLUEPRINT],
  'blueprint decode': [BLUEPRINT, '--hex', '00'],
  'blueprint import': [BLUEPRINT],
  'blueprint compare': [BLUEPRINT, BLUEPRINT],
  'alerts acknowledge': ['12345678'],
  'alerts silence': ['--list'],
  'api-keys create': ['x', '--scopes', 'messages:read'],
  'api-keys delete': ['12345678'],
  'admin create': ['--email', 'a@example.org'],
  'admin reset-password': ['a@example.org'],
  'admin reset-totp': ['a@example.org'],
  'admin enroll-totp': ['a@example.org'],
  'audit export': ['audit.ndjson'],
  'messages redecode': ['--from', '2026-01-01', '--to', '2026-01-02'],
  'integrations add': [INTEGRATION],
  'integrations enable': [UUID],
  'integrations disable': [UUID],
  'integrations remove': [UUID],
  'integrations test': [UUID],
  'integrations replay': [UUID, '--from', '2026-01-01'],
  'integrations parked': [UUID],
  'integrations retry': [UUID],
  'base-stations add': [BS],
  'base-stations show': [BS],
  'base-stations set': [BS, '--name', 'roof'],
  'base-stations remove': [BS, '--yes'],
  'base-stations import': [FLEET],
  'endpoints add': [EP],
  'endpoints show': [EP],
  'endpoints set': [EP, '--name', 'meter'],
  'endpoints remove': [EP, '--yes'],
  'endpoints import': [FLEET],
  'simulate base-station': BUNDLE,
  'simulate application-center': BUNDLE,
};
/** They run until they are ended, and use neither data nor service. */
const ENDLESS = /^(serve|simulate (webhook|mqtt))$/;

function leaves(command: Command, path: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(' ')];
  return command.commands.flatMap(each => leaves(each, [...path, each.name()]));
}

interface Ended {
  readonly code: number | null;
  readonly told: string;
}

/** @param user by its number; of root there is no file it may not read */
function ended(
  cwd: string,
  args: readonly string[],
  { user, full = false }: { user?: number; full?: boolean } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...bareEnvironment, ...anyPorts, HOME: cwd },
    stdio: ['ignore', full ? openSync('/dev/full', 'w') : 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  let told = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', text => (told += text));
  return new Promise(resolve => child.on('close', code => resolve({ code, told })));
}

const [, , chosen = ''] = process.argv;
const commands = leaves(await everyCommand()).filter(name => !ENDLESS.test(name) && name.includes(chosen));
const root = mkdtempSync(join(tmpdir(), 'waystation-every-'));
process.once('exit', () => rmSync(root, { recursive: true }));
chmodSync(root, 0o755);
await filled(join(root, 'original'));

interface State {
  readonly name: string;
  readonly make: (cwd: string) => void;
  /** Its folder is a file system that is full. */
  readonly small?: boolean;
  readonly how?: { readonly user?: number; readonly full?: boolean };
}

const original = (cwd: string) => cpSync(join(root, 'original'), join(cwd, 'data'), { recursive: true });
/**
 * By `EVERY_STATE=1 node test/cli/every-command.test.ts`: with these it takes six minutes, and far longer on a machine that has other
 * things to do. `EVERY_STATE='full disk'` tries one state alone.
 */
const further: readonly State[] = [
  { name: 'stopped service', make: original },
  { name: 'output to a full disk', make: original, how: { full: true } },
  ...(cannotMount() === undefined ? [{ name: 'full disk', make: original, small: true }] : []),
];
const wanted = process.env.EVERY_STATE;
const everyState: readonly State[] = [
  { name: 'no data', make: () => {} },
  {
    name: 'wrong data',
    make(cwd) {
      original(cwd);
      for (const file of ['waystation.db', 'pki/ca.crt', 'pki/ca.key', 'pki/server.crt'])
        writeFileSync(join(cwd, 'data', file), 'nothing that could be read '.repeat(400));
    },
  },
  ...(wanted === undefined ? [] : further),
  ...(process.getuid?.() === 0
    ? [
        {
          name: 'no rights',
          make(cwd: string) {
            original(cwd);
            chmodSync(join(cwd, 'data'), 0o700);
          },
          how: { user: 65_534 },
        },
      ]
    : []),
];

const alone = everyState.filter(({ name }) => name === wanted);
const states = alone.length > 0 ? alone : everyState;
const isEach = isWhole || wanted !== undefined || chosen !== '';

/** What they find is their answer, in lines of its own. */
const FINDS = /^(doctor|check|database check|config print|blueprint (check|decode))$/;
/** An import says each wrong line before. */
const SENTENCE = /(waystation: [^\n]+|^line \d+: [^\n]+\nnothing was stored)\n$/;

for (const { name, make, how, small = false } of states) {
  t.test(`${name}: every command ends with a sentence and an exit code that says what it is`, async t => {
    const run = async (command: string) => {
      const disk = small ? SmallDisk.make('tmpfs', 32) : undefined;
      const cwd = disk?.path ?? mkdtempSync(join(root, 'box-'));
      chmodSync(cwd, 0o755);
      make(cwd);
      writeFileSync(join(cwd, FLEET), `eui,name\n${EP},one\n`);
      writeFileSync(join(cwd, INTEGRATION), '{"kind":"http","name":"Hook","http":{"url":"http://hooks.example/"}}');
      disk?.fill();
      const { code, told } = await ended(cwd, [...command.split(' '), ...(ARGUMENTS[command] ?? [])], how);
      t.ok([0, 1, 2, 65, 78].includes(code ?? -1), `${command}: ${code} ${told}`);
      t.notMatch(told, /missing required|unknown option|required option/, `${command}: is given what it takes`);
      t.notMatch(told, /\n {4}at |node:internal|node:events|Unhandled/, `${command}: no stack trace`);
      if (code === 0) t.notMatch(told, /^waystation: /m, `${command}: what did not work is no success`);
      if (code === 1 && !FINDS.test(command)) t.match(told, SENTENCE, `${command}: a sentence: ${told}`);
      if (name === 'no rights' && /may not be used/.test(told)) t.match(told, /run it with sudo/, command);
      if (disk) disk.end();
      else rmSync(cwd, { recursive: true });
    };
    const queue = commands.filter((_, at) => isEach || states[at % states.length]?.name === name);
    const worker = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await run(next);
    };
    await Promise.all([worker(), worker(), worker()]);
  });
}
