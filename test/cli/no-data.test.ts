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
