// Long: for CI and `npm test -- --long`.
import { readdirSync } from 'node:fs';
import t from 'tap';
import { waystation } from './waystation.ts';

// Each command is a process of its own.
t.setTimeout(120_000);

t.test('a data directory typed wrong is no reason for another authority', async t => {
  const cwd = t.testdir({ 'ca.crt': '', 'ca.key': '' });
  await waystation(cwd, ['init']);
  const commands = [
    ['status'],
    ['export-ca', '-'],
    ['renew'],
    ['base-station', '70b3d59cd0000001'],
    ['application-center', '70b3d59cd00000a1'],
    ['import-ca', '--cert', 'ca.crt', '--key', 'ca.key'],
    ['drop-ca', '4f1c'],
    ['revoke', '70b3d59cd0000001'],
  ];
  const results = await Promise.all(commands.map(args => waystation(cwd, ['certs', ...args, '--data-dir', 'dota'])));
  for (const { code, stdout, stderr } of results) {
    t.equal(code, 1);
    t.match(stderr, /^waystation: there is no data in .*dota: see --data-dir, or make it with waystation init\n$/);
    t.equal(stdout, '');
  }
  t.same(readdirSync(cwd).sort(), ['ca.crt', 'ca.key', 'data', 'waystation.yaml'], 'nothing was made');
});

t.test('a command that reads a data directory typed wrong says that there is no database', async t => {
  const commands = [
    ['audit', 'export', '-'],
    ['audit', 'export', 'audit.ndjson'],
    ['backup', 'box.backup', '--without-key'],
    ['database', 'status'],
    ['database', 'check'],
    ['database', 'compact'],
    ['report', 'radio'],
    ['alerts', 'list'],
    ['api-keys', 'list'],
    ['admin', 'list'],
    ['integrations', 'list'],
    ['messages', 'redecode', '--from', '2026-01-01', '--to', '2026-01-02'],
    ['blueprint', 'decode', '0192f000-0000-7000-8000-000000000009', '--hex', '00'],
    ['rekey'],
  ];
  // Those that lock the folder would meet in one.
  const cwd = t.testdir({ ...Object.fromEntries(commands.map((_, at) => [`empty-${at}`, {}])) });
  const before = readdirSync(cwd, { recursive: true }).sort();
  for (const kind of ['missing', 'empty']) {
    await Promise.all(
      commands.map(async (args, at) => {
        const dir = `${kind}-${at}`;
        const { code, stdout, stderr } = await waystation(cwd, [...args, '--data-dir', dir]);
        t.equal(code, 1, `${args.join(' ')}: ${stderr}`);
        t.match(
          stderr,
          /^waystation: there is no(?:thing in| database| data) [^\n]*--data-dir[^\n]*\n$/,
          args.join(' '),
        );
        t.ok(stderr.includes(dir), 'the place is named');
        t.equal(stdout, '');
      }),
    );
  }
  t.same(readdirSync(cwd, { recursive: true }).sort(), before, 'nothing was made');
});
