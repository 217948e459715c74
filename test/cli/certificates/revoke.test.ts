import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { waystation } from '../waystation.ts';

t.test('certs revoke says what it does, and what it does not understand', async t => {
  const cwd = t.testdir();
  const nowhere = await waystation(cwd, ['certs', 'revoke', '70b3d59cd0000001']);
  t.equal(nowhere.code, 1);
  t.match(nowhere.stderr, /there is no data in .*data: see --data-dir, or make it with waystation init/);
  t.notOk(existsSync(join(cwd, 'data')), 'nothing is made by it');

  t.equal((await waystation(cwd, ['init'])).code, 0);
  for (const wrong of ['zz', '', 'a'.repeat(41), 'x70b3d59cd0000001']) {
    const { code, stderr } = await waystation(cwd, ['certs', 'revoke', wrong]);
    t.equal(code, 2, wrong);
    t.match(stderr, /error: an EUI has 16 hex digits, a serial number at most 40/);
  }
  t.equal((await waystation(cwd, ['certs', 'revoke'])).code, 2);
  t.notOk(existsSync(join(cwd, 'data/pki/revoked')));

  const revoke = (...args: string[]) => waystation(cwd, ['certs', 'revoke', ...args]);
  const unknown = await revoke('70b3d59cd0000001');
  t.match(unknown, {
    code: 1,
    stderr: /^waystation: no certificate of 70b3d59cd0000001 was made or seen here: .*--anyway\n$/,
  });
  t.notOk(existsSync(join(cwd, 'data/pki/revoked')), 'a typing error revokes nothing');
  t.equal((await waystation(cwd, ['certs', 'base-station', '70b3d59cd0000001'])).code, 0);
  t.match(await revoke('70-B3-D5-9C-D0-00-00-01'), { code: 0, stdout: /^certificates of 70b3d59cd0000001 made until/ });
  t.match(await revoke('70b3d59cd0000002', '--serial'), {
    code: 0,
    stdout: 'the certificate with serial number 70b3d59cd0000002 is let in no more\n',
  });
  const lines = readFileSync(join(cwd, 'data/pki/revoked'), 'utf8').split('\n').filter(Boolean);
  t.match(
    lines.map(line => JSON.parse(line)),
    [
      { made: 'bs', eui: '70b3d59cd0000001' },
      { revoked: 'eui', kind: 'bs', eui: '70b3d59cd0000001', reason: 'command' },
      { revoked: 'eui', kind: 'ac', eui: '70b3d59cd0000001', reason: 'command' },
      { revoked: 'serial', serial: '70b3d59cd0000002', reason: 'command' },
    ],
  );
  t.match(await revoke('70b3d59cd00000ff'), { code: 1 });
  t.match(await revoke('70b3d59cd00000ff', '--anyway'), {
    code: 0,
    stdout: /^certificates of 70b3d59cd00000ff made until/,
  });
});
