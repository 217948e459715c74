import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { Center, until } from '../peers/center.ts';
import { METER } from '../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const FAR = '70b3d59cd0000002';

/** The ways in which 16 or 32 bytes may have been written down. */
function spellings(secret: Uint8Array): Buffer[] {
  const bytes = Buffer.from(secret);
  const numbers = [...bytes].join(',');
  const texts = [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), bytes.toString('base64'), numbers];
  return [bytes, ...texts.map(text => Buffer.from(text))];
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
}

t.test('keys are neither in the log, whatever its level, nor readable in any file of the data directory', async t => {
  const dir = join(t.testdir(), 'data');
  await using center = await Center.start({ dir });
  const appKey = Buffer.from('a1b2c3d4e5f60718293a4b5c6d7e8f90', 'hex');
  const bySession = Buffer.from('c0ffee00112233445566778899aabbcc', 'hex');
  const near = await center.baseStation({ bsEui: NEAR });
  const far = await center.baseStation({ bsEui: FAR, dialect: { withhold: ['attPrpRsp'] } });
  const nwkKey = await center.endpoint({ ep_eui: METER, app_key: appKey.toString('hex') });
  await center.endpoint({ ep_eui: 'fe0000000000e102', nwk_sn_key: bySession.toString('hex'), pre_attach: true });
  const meter = new SimulatedEndpoint({ epEui: METER, nwkKey, clock: center.clock });
  await meter.attach([{ station: near }]);
  await until(() => far.unread('attPrp') === 2);
  await meter.uplink([{ station: near }]);
  const revealed = await center.api.call('GetEndPoint', { ep_eui: METER, reveal_keys: ['nwk_key', 'app_key'] });
  t.equal(revealed.nwk_key, nwkKey.toString('hex'), 'only who asks for a key gets it');
  t.equal((await center.api.call('GetEndPoint', { ep_eui: METER })).nwk_key, '');
  await t.rejects(
    center.api.call('CreateEndPoint', { endpoint: { ep_eui: METER, nwk_key: nwkKey.toString('hex') } }),
    /ErrTokenEndPointEUIExists/,
  );

  const secrets = { nwkKey, appKey, bySession, byAttach: meter.nwkSnKey };
  const look = (what: string, content: Buffer) => {
    for (const [name, secret] of Object.entries(secrets)) {
      t.notOk(
        spellings(secret).some(spelling => content.includes(spelling)),
        `no ${name} in ${what}`,
      );
    }
  };
  const files = filesBelow(dir);
  t.ok(files.includes(join(dir, 'waystation.db-wal')), 'the newest rows are looked at too');
  for (const file of files) look(file.slice(dir.length), readFileSync(file));
  for (const key of ['pki/ca.key', 'pki/server.key']) {
    t.notMatch(readFileSync(join(dir, key), 'latin1'), /PRIVATE KEY/, `${key} is sealed`);
  }
  await center.stop();
  for (const file of filesBelow(dir)) look(`${file.slice(dir.length)} after the end`, readFileSync(file));
  t.ok(
    center.log.some(line => line.includes('"level":10') || line.includes('"level":20')),
    'the log was detailed',
  );
  look('the log', Buffer.from(center.log.join('')));
  t.notOk(center.log.some(line => line.includes('PRIVATE KEY')));
});

t.test('what the data directory holds is for its owner alone', async t => {
  const dir = join(t.testdir(), 'data');
  const before = process.umask(0);
  t.teardown(() => process.umask(before));
  await using center = await Center.start({ dir });
  await center.endpoint({ ep_eui: METER });
  const modeOf = (name: string) => (statSync(join(dir, name)).mode & 0o777).toString(8);
  for (const folder of ['.', 'pki', 'pki/retired']) t.equal(modeOf(folder), '700', folder);
  for (const file of ['waystation.db', 'waystation.db-wal', 'waystation.db-shm', 'master.key']) {
    t.equal(modeOf(file), '600', file);
  }
  for (const file of ['pki/ca.key', 'pki/server.key']) t.equal(modeOf(file), '600', file);
});
