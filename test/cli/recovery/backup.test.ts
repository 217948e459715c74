import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { filled } from '../../upkeep/filled.ts';
import { waystation } from '../waystation.ts';

const KEY = ['--passphrase-file', 'passphrase'];

t.test('an administrator takes a box to another machine', async t => {
  const cwd = t.testdir({ passphrase: 'correct horse\n', 'waystation.yaml': 'bssci_port: 5555\n' });
  await filled(join(cwd, 'data'));
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await waystation(cwd, args);
    t.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const made = JSON.parse(await run('backup', 'box.tar.gz', '--json', ...KEY));
  t.match(made, { file: join(cwd, 'box.tar.gz'), key: 'sealed', warnings: [] });
  t.match(
    await run('restore', 'box.tar.gz', '--data-dir', 'other', ...KEY),
    /^.*other is as it was on .*\nwarning: the server certificate lacks .*\n(.*\n)*start the service again/,
  );
  t.ok(existsSync(join(cwd, 'other/pki/ca.key')));
  t.match(
    await run('restore', 'box.tar.gz', '--data-dir', 'other', ...KEY),
    /what was here before is in .*before-restore-\d{8}T\d{6}Z: remove it/,
  );
  t.match(JSON.parse(await run('rekey', '--data-dir', 'other', '--json')), { toInstall: false, out: null });
  t.match(JSON.parse(await run('database', 'status', '--data-dir', 'other', '--json')), { rows: { endpoint: 3 } });
  t.match(JSON.parse(await run('database', 'check', '--data-dir', 'other', '--json')), { ok: true });
  t.match(await run('database', 'compact', '--data-dir', 'other'), /MB before, .* MB now/);
  const { findings } = JSON.parse((await waystation(cwd, ['doctor', '--data-dir', 'other', '--json'])).stdout);
  t.match(
    findings.find(({ check }: { check: string }) => check === 'master key'),
    { level: 'ok', text: /opens the secrets here/ },
  );
});
