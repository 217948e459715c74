import t from 'tap';
import { type Center, until } from '../peers/center.ts';
import { RawCenter } from '../peers/raw-center.ts';
import { euiOf, uplink } from '../peers/telegrams.ts';
import { AC, AC2, BS, connected, conOf, EP, hear, scene, UUID } from './scene.ts';

const ORGANIZATION = '0192f000-0000-7000-8000-000000000077';
const THEIRS = 'acde48000000e077';

/** With a certificate whose O names this organization. */
async function dialFrom(center: Center, organization: string, acEui = AC): Promise<RawCenter> {
  const certificate = await center.app.pki.issue({ kind: 'application-center', eui: euiOf(acEui), organization });
  const { caPem, certPem: cert, keyPem: key } = certificate;
  return RawCenter.open(center.ports.scaci ?? 0, caPem, { cert, key });
}

t.test('a center of another organization gets and registers what is of it, and nothing else (SCACI 1, 9)', async t => {
  await using center = await scene(t);
  await using station = await center.baseStation({ bsEui: BS });
  center.sabotage(`INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at)
    VALUES (77, '${ORGANIZATION}', 'other', 0, 0, 0)`);
  const ours = await connected(center, {}, AC2);
  const theirs = await dialFrom(center, ORGANIZATION);
  theirs.send(conOf(AC));
  t.match(await theirs.next(), { command: 'conRsp' });
  theirs.send({ command: 'conCmp', opId: 0 });
  theirs.send({
    ...{ command: 'reg', opId: 1, epEui: BigInt(`0x${THEIRS}`), bidi: true, preAttach: true, nwkKey: UUID, shAddr: 9 },
    ...{ attachCnt: 0, packetCnt: 0, dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false },
  });
  t.same(await theirs.next(), { command: 'regRsp', opId: 1 });
  theirs.send({ command: 'regCmp', opId: 1 });
  t.match(await theirs.take('epStat'), { epEui: BigInt(`0x${THEIRS}`), epStatus: 'attached' });
  t.match(await theirs.next(), { command: 'epStatCmp' });
  t.match(center.rows(`SELECT org FROM endpoint WHERE eui = '${THEIRS}'`), [{ org: 77 }]);
  await hear(center, station, 1);
  t.match(await ours.take('ulData'), { epEui: BigInt(`0x${EP}`) });
  t.match(await ours.next(), { command: 'ulDataCmp' });
  await station.start('ulData', uplink({ epEui: euiOf(THEIRS), packetCnt: 1 }));
  await center.clock.advance(500);
  t.match(await theirs.next(), { command: 'ulData', epEui: BigInt(`0x${THEIRS}`) });
  await ours.ping(1);
  t.same(ours.received, []);
});

t.test(
  'a certificate of an organization that is not known is of no use, and that is told to all (SCACI 1, 13)',
  async t => {
    await using center = await scene(t);
    const app = await dialFrom(center, ORGANIZATION);
    app.send(conOf(AC));
    t.match(await app.next(), { command: 'error', opId: 0, code: 1 });
    t.equal(await app.next(), undefined, 'closed');
    const refused = "SELECT org, category, ac_eui FROM event WHERE event_type = 'scaci.connect_refused'";
    await until(() => center.rows(refused).length > 0);
    t.match(center.rows(refused), [{ org: null, category: 'security', ac_eui: AC }]);
  },
);
