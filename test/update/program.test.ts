import { join } from 'node:path';
import t from 'tap';
import { verifyProgram } from '../../src/update/program.ts';
import { TrustStore } from '../../src/update/trust-store.ts';
import { Box, Repository, sha256 } from './repository.ts';

t.test('the program on the disk is compared with the one that was signed for', async t => {
  const folder = t.testdir({ good: 'an executable', evil: 'AN EXECUTABLE', empty: '' });
  const repository = new Repository();
  const store = new TrustStore(join(folder, 'update'), repository.publishRoot());
  const verify = (name: string, version = '0.2.0', architecture = 'x64') =>
    verifyProgram({ path: join(folder, name), version, architecture }, store);

  await t.rejects(verify('good'), { reason: 'missing', message: /run waystation update check first/ });
  const box = new Box(repository);
  await box.look(repository);
  store.keep(box.trusted);
  t.equal(await verify('good'), sha256('an executable'));
  for (const name of ['evil', 'empty']) {
    await t.rejects(verify(name), { reason: 'content', message: /is not the program that was signed for as 0\.2\.0/ });
  }
  await t.rejects(verify('good', '0.3.0'), { reason: 'unsuitable', message: /does not have 0\.3\.0 for x64/ });
  await t.rejects(verify('good', '0.2.0', 'arm64'), { reason: 'unsuitable', message: /for arm64/ });
});
