import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import t from 'tap';
import { parse } from 'yaml';
import { everyCommand } from '../../src/cli/program.ts';
import { coloured } from '../../src/kit/log.ts';
import { waystation } from './waystation.ts';

t.test('every command has help with an example', async t => {
  const cwd = t.testdir();
  const commands = [
    '',
    'init',
    'check',
    'config print',
    'certs status',
    'certs base-station',
    'version',
    'update check',
    'update fetch',
    'update status',
    'backup',
    'bugreport',
    'restore',
    'rekey',
    'reset',
    'database compact',
    'doctor',
    'integrations add',
    'integrations list',
    'integrations enable',
    'integrations disable',
    'integrations remove',
    'status',
    'base-stations add',
    'base-stations list',
    'endpoints add',
    'endpoints list',
    'endpoints show',
    'endpoints set',
    'endpoints remove',
    'endpoints import',
    'endpoints export',
    'device-models list',
    'blueprints list',
    'messages follow',
  ];
  const help = commands.map(command => waystation(cwd, [...command.split(' ').filter(Boolean), '--help']));
  for (const [index, { code, stdout, stderr }] of (await Promise.all(help)).entries()) {
    const command = commands[index] ?? '';
    t.same({ code, stderr }, { code: 0, stderr: '' }, command);
    t.match(stdout, /Example:\n {2}\$ waystation/, command);
    const prose = stdout.split('Example:')[0] ?? '';
    t.same(
      prose.split('\n').filter(line => line.length > 80),
      [],
      `${command}: 80 columns`,
    );
  }
});

t.test('no help shows a default as a program has it', async t => {
  const look = (command: Command, path: string): void => {
    t.notMatch(command.helpInformation(), /\(default: [[{]/, path);
    for (const each of command.commands) look(each, `${path} ${each.name()}`);
  };
  look(await everyCommand(), 'waystation');
});

t.test('wrong usage exits with 2 and one hint', async t => {
  const cwd = t.testdir();
  for (const args of [
    ['nonsense'],
    ['check', '--nonsense'],
    ['certs', 'base-station'],
    ['certs', 'base-station', 'xy'],
  ]) {
    const { code, stderr } = await waystation(cwd, args);
    t.equal(code, 2, args.join(' '));
    t.match(stderr, /^error: /, args.join(' '));
    t.notMatch(stderr, /\n {4}at /, 'no stack trace');
  }
});

t.test('a wrong configuration exits with 78 and names every problem', async t => {
  const cwd = t.testdir({ 'waystation.yaml': 'bssci_prot: 1\ncore_port: many\n' });
  const { code, stderr } = await waystation(cwd, ['check']);
  t.equal(code, 78);
  t.match(stderr, /bssci_prot: unknown key, did you mean bssci_port\?/);
  t.match(stderr, /core_port: must be/);
  const json = await waystation(cwd, ['check', '--json']);
  t.equal(json.code, 78);
  t.match(JSON.parse(json.stdout), { ok: false, problems: [/bssci_prot/, /core_port/] });
});

t.test('check says what would be opened and opens nothing', async t => {
  const cwd = t.testdir();
  const { code, stdout } = await waystation(cwd, ['check', '--json', '--data-dir', 'elsewhere'], {
    PLATFORM_BSSCI_PORT: '0',
  });
  t.equal(code, 0);
  const report = JSON.parse(stdout);
  t.match(report, { ok: true, file: null, problems: [], data_dir: join(cwd, 'elsewhere') });
  t.match(report.listeners[0], { name: 'bssci', port: 0 });
  t.match(report.warnings, [/^there is no data in .*elsewhere: check data_dir and --data-dir/]);
  t.notOk(existsSync(join(cwd, 'elsewhere')));
});

t.test('config print shows what is in effect, --defaults the example file', async t => {
  const cwd = t.testdir({ 'waystation.yaml': 'core:\n  peer_secret: hush\n' });
  const { stdout } = await waystation(cwd, ['config', 'print']);
  t.match(parse(stdout), { core: { peer_secret: '***' }, bssci_port: 5000 });
  const defaults = await waystation(cwd, ['config', 'print', '--defaults']);
  t.match(defaults.stdout, /^#bssci_port: 5000$/m);
});

t.test('version names the parts', async t => {
  const { stdout } = await waystation(t.testdir(), ['version', '--json'], { PLATFORM_STORE_ENGINE: 'node:sqlite' });
  t.match(JSON.parse(stdout), {
    version: /^\d+\.\d+\.\d+$/,
    edition: 'community',
    commit: /^([0-9a-f]{40}|unknown)$/,
    node: process.versions.node,
    sqlite: /^3\./,
    sqlite_engine: 'node:sqlite',
  });
});

t.test('the help has groups, and every option that all commands take once', async t => {
  const cwd = t.testdir();
  const { stdout } = await waystation(cwd, ['--help']);
  for (const group of ['Run', 'Set up', 'Devices', 'Watch', 'Repair']) t.match(stdout, new RegExp(`^${group}:$`, 'm'));
  t.notMatch(stdout, /^Commands:$/m, 'none without a group');
  t.match(stdout, /--data-dir/);
  const below = await waystation(cwd, ['endpoints', '--help']);
  t.notMatch(below.stdout, /--data-dir|^Run:/m);
  t.match(await waystation(cwd, ['help', 'endpoints']), { code: 0, stdout: /Usage: waystation endpoints/ });
});

t.test('a command that is misspelt is asked about, and --version is version', async t => {
  const cwd = t.testdir();
  t.match(await waystation(cwd, ['endpoint', 'list']), { code: 2, stderr: /Did you mean endpoints\?/ });
  t.match(await waystation(cwd, ['endpoints', 'lst']), { code: 2, stderr: /Did you mean list\?/ });
  const [long, word] = await Promise.all([waystation(cwd, ['--version']), waystation(cwd, ['version'])]);
  t.same(long, word);
  t.match(long, { code: 0, stdout: /^Waystation \d+\.\d+\.\d+ / });
});

t.test('colour is for a terminal whose user wants it', async t => {
  t.ok(coloured(true, { TERM: 'xterm' }));
  t.ok(coloured(true, { NO_COLOR: '' }));
  t.notOk(coloured(undefined, { TERM: 'xterm' }));
  t.notOk(coloured(true, { NO_COLOR: '1' }));
  t.notOk(coloured(true, { TERM: 'dumb' }));
});
