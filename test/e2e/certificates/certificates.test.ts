import { rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { tokenOf } from '../../../src/cli/api.ts';
import { newAuthority } from '../../../src/pki/authority.ts';
import { keyToPem } from '../../../src/pki/issue.ts';
import { waystation } from '../../cli/waystation.ts';
import { Center, until } from '../../peers/center.ts';
import { commandOn, dataOf, health, LOOK_MS, status } from '../../peers/certificate-scene.ts';
import { operatorAuthorities, shownBy } from '../../peers/operator-pair.ts';
import { euiOf, METER, uplink } from '../../peers/telegrams.ts';

const NEAR = '70b3d59cd0000001';
const FAR = '70b3d59cd0000002';
const AC = '70b3d59cd00000a1';

t.test('a renewal is served by every listener at once, and no peer that is connected notices', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using station = await center.baseStation({ bsEui: NEAR });
  await using app = await center.applicationCenter({ acEui: AC });
  await center.endpoint({ ep_eui: METER });
  const before = await status(center);
  t.match(before, {
    server: { status: 'valid', key_type: 'ec-p256', dns_names: ['localhost'], ip_addresses: ['127.0.0.1'] },
    ca: { status: 'valid' },
    renewal_names: ['localhost', '127.0.0.1'],
    auto_renew: true,
    externally_managed: false,
    last_renewal_error: '',
    listeners: [
      { name: 'bssci', port: center.ports.bssci, fingerprint: before.server?.fingerprint },
      { name: 'scaci', port: center.ports.scaci, fingerprint: before.server?.fingerprint },
    ],
  });
  const { server } = before;
  const lifetime = Number(server?.not_after?.seconds) - Number(server?.not_before?.seconds);
  t.equal(Number(before.auto_renew_at?.seconds), Math.floor(Number(server?.not_before?.seconds) + lifetime * 0.67));
  t.notOk(center.events().includes('security.tls_rejected'), 'a look of ours is no stranger');

  const renewed = await center.api.call('RenewServerCertificates', {
    server_names: ['Added.Example', 'gone.example'],
    drop_names: ['gone.example'],
    validity_days: 30,
  });
  t.match(renewed.server, { dns_names: ['localhost', 'added.example'], days_until_expiry: 29, status: 'expiring' });
  t.equal(renewed.ca?.fingerprint, before.ca?.fingerprint);
  for (const { name, port, fingerprint } of renewed.listeners) {
    t.equal(fingerprint, renewed.server?.fingerprint, name);
    t.equal(await shownBy(port), renewed.server?.fingerprint, name);
  }
  t.not(renewed.server?.fingerprint, before.server?.fingerprint);
  t.notMatch(center.log.join(''), /come back at the next renewal/);
  const dropped = await center.api.call('RenewServerCertificates', { drop_names: ['LOCALHOST'], validity_days: 30 });
  t.notOk(dropped.server?.dns_names.includes('localhost'));
  t.ok(dropped.renewal_names.includes('localhost'), 'a name of the configuration');
  t.match(center.log.join(''), /"names":\["localhost"\].*come back at the next renewal/);

  await station.start('ulData', uplink({ packetCnt: 1 }));
  await center.clock.advance(500);
  t.match(await app.next('ulData'), { packetCnt: 1 });
  await using late = await center.baseStation({ bsEui: FAR });
  await late.settled();
  t.notOk(center.events().some(type => type.endsWith('.disconnected') || type === 'scaci.session_closed'));
  t.match(dataOf(center, 'certificate.server_renewed'), [
    { user_id: /./, notAfter: /Z$/, names: ['localhost', 'added.example'] },
  ]);
  t.equal((await health(center)).status, 'healthy', 'one that we renew in time is no trouble, however short it lives');
});

t.test('requests that cannot be met are refused with their token, and change nothing', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const before = await status(center);
  const generate = (request: object) => center.api.call('GenerateServerCertificates', request).catch(tokenOf);
  const renew = (request: object) => center.api.call('RenewServerCertificates', request).catch(tokenOf);
  t.equal(await generate({}), 'ErrTokenServerCertificateExists');
  t.equal(await generate({ rotate_ca: true }), 'ErrTokenCARotationConfirmationRequired');
  t.equal(await generate({ rotate_ca: true, confirm: 'rotate ca' }), 'ErrTokenCARotationConfirmationRequired');
  t.equal(await generate({ rotate_ca: true, confirm: ' ROTATE CA ' }), 'ErrTokenCARotationConfirmationRequired');
  const rotate = { rotate_ca: true, confirm: 'ROTATE CA' };
  t.equal(await generate({ ...rotate, server_names: ['no good'] }), 'ErrTokenInvalidServerName');
  t.equal(await generate({ ...rotate, validity_days: 3651 }), 'ErrTokenInvalidValidityPeriod');
  t.equal(await generate({ ...rotate, key_type: 'dsa' }), 'ErrTokenInvalidEnumValue');
  t.equal(await renew({ server_names: ['*'] }), 'ErrTokenInvalidServerName');
  t.equal(await renew({ drop_names: ['localhost', '127.0.0.1'] }), 'ErrTokenInvalidServerName');
  t.equal(await renew({ validity_days: 3651 }), 'ErrTokenInvalidValidityPeriod');
  rmSync(join(center.dir, 'pki/server.crt'));
  t.equal(await renew({}), 'ErrTokenServerCertificateMissing');
  t.equal(await shownBy(center.ports.bssci), before.server?.fingerprint);
  const made = await center.api.call('GenerateServerCertificates', { server_names: ['new.example'] });
  t.match(made.server, { dns_names: ['new.example'] });
  t.equal(made.ca?.fingerprint, before.ca?.fingerprint);
  t.equal(dataOf(center, 'certificate.server_generated').length, 1);
  rmSync(join(center.dir, 'pki'), { recursive: true });
  t.equal(await status(center).catch(tokenOf), 'ErrTokenServerCertificateMissing');
});

t.test('a new authority voids every certificate that was issued, though live sessions go on', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using station = await center.baseStation({ bsEui: NEAR });
  const old = await center.app.pki.issue({ kind: 'base-station', eui: euiOf(NEAR) });
  const generated = await center.api.call('GenerateCertificate', { bs_eui: NEAR });
  const before = await status(center);
  const rotated = await center.api.call('GenerateServerCertificates', {
    ...{ rotate_ca: true, confirm: 'ROTATE CA', validity_days: 100 },
  });
  t.not(rotated.ca?.fingerprint, before.ca?.fingerprint);
  t.match(rotated, { server: { key_type: 'ec-p256', dns_names: ['localhost'] }, ca: { key_type: 'ec-p256' } });
  t.equal(await shownBy(center.ports.bssci), rotated.server?.fingerprint);
  const open = () => center.rows('SELECT 1 FROM certificate WHERE revoked_at IS NULL').length;
  await until(() => open() === 0);
  t.same(
    center.rows('SELECT DISTINCT reason FROM certificate'),
    [{ reason: 'authority_replaced' }],
    'those that were shown and those that were issued',
  );
  t.equal((await center.api.call('GetBaseStation', { bs_eui: NEAR })).certificate_status, 'revoked');
  const { id } = generated.certificate ?? {};
  t.equal(
    await center.api.call('DownloadCertificate', { id, cert_type: 'key' }).catch(tokenOf),
    'ErrTokenCertificateRevoked',
  );
  await center.clock.advance(LOOK_MS);
  await station.settled();
  const ca = rotated.ca?.pem ?? '';
  await t.rejects(center.baseStation({ bsEui: NEAR, register: false, ca, cert: old.certPem, key: old.keyPem }));
  await using again = await center.baseStation({ bsEui: NEAR, register: false });
  await again.settled();
  t.match(dataOf(center, 'certificate.ca_rotated'), [{ fingerprint: rotated.ca?.fingerprint, user_id: /./ }]);
  t.equal(dataOf(center, 'certificate.server_generated').length, 1);
  await center.stop();
  center.sabotage("UPDATE certificate SET revoked_at = NULL WHERE reason <> ''");
  await center.begin();
  t.equal((await status(center)).ca?.fingerprint, rotated.ca?.fingerprint);
  t.equal(open(), 1, 'what a power cut has left behind is made up for at the start');
});

t.test('below the root of a company only the authority that was imported may issue', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const company = await operatorAuthorities();
  const command = await commandOn(center);
  await command.importAuthority({ certPem: company.certPem, keyPem: company.keyPem, keepOld: false });
  await center.clock.advance(LOOK_MS);
  await (await center.baseStation({ bsEui: NEAR })).settled();
  const stranger = await company.office(NEAR);
  await t.rejects(center.baseStation({ bsEui: NEAR, register: false, ca: company.root.cert, ...stranger }), {
    code: 1,
  });
});

t.test(
  'an authority that is imported signs from now on, and the old clients are let in until it is dropped',
  async t => {
    await using center = await Center.start({ dir: t.testdir() });
    await (await center.baseStation({ bsEui: NEAR })).settled();
    const { pki } = center.app;
    const old = await pki.issue({ kind: 'base-station', eui: euiOf(NEAR) });
    const oldSerial = (await status(center)).ca?.serial_number ?? '';
    const company = await newAuthority({ keyType: 'ec-p256', days: 1000 }, center.clock.now());
    const command = await commandOn(center);
    await command.importAuthority({ certPem: company.pem, keyPem: keyToPem(company.key), keepOld: true });
    await center.clock.advance(LOOK_MS);
    t.equal(await shownBy(center.ports.bssci), command.server().fingerprint);
    t.equal((await status(center)).ca?.pem, company.pem);
    const withOld = { register: false, ca: company.pem, cert: old.certPem, key: old.keyPem };
    await (await center.baseStation({ bsEui: NEAR, ...withOld })).settled();
    await using fresh = await center.baseStation({ bsEui: FAR });
    await fresh.settled();

    t.notOk(command.dropAuthority('00'));
    t.ok(command.dropAuthority(oldSerial));
    await center.clock.advance(LOOK_MS);
    await t.rejects(center.baseStation({ bsEui: NEAR, ...withOld }));
    await using back = await center.baseStation({ bsEui: NEAR, register: false });
    await back.settled();
  },
);

t.test('doctor and bugreport look at the listeners without being taken for strangers', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const { bssci, scaci } = center.ports;
  const env = { PLATFORM_BSSCI_PORT: String(bssci), PLATFORM_SCACI_PORT: String(scaci) };
  const looked = await waystation(center.dir, ['doctor', '--data-dir', center.dir], env);
  t.match(
    looked.stdout,
    /\nok {4}served certificates: certificate of bssci[^\n]*\nok {4}served certificates: certificate of scaci/,
  );
  const report = ['bugreport', '--out', `${center.dir}/report.zip`, '--data-dir', center.dir];
  t.equal((await waystation(center.dir, report, env)).code, 0);
  t.notOk(center.events().includes('security.tls_rejected'));
});
