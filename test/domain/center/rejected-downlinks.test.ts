import t from 'tap';
import { epEui, T0 } from '../message/log-store.ts';
import { AC, centerScene } from './center-scene.ts';

t.test('a downlink of a center that is not taken is told with the reason, the same one again is counted', t => {
  const scene = centerScene(t);
  const session = scene.connect();
  scene.db.exec("UPDATE endpoint SET ep_class = 'Z' WHERE id = 2");
  let opId = 0;
  const queue = (endpoint: number, perEndpoint = 10) =>
    scene.stores.centerRequests.queue(
      { session, opId: ++opId, command: 'dlDataQue', at: T0 },
      { session, org: 1, acEui: AC },
      {
        ...{ epEui: epEui(endpoint), queId: '7', expiresAt: T0 + 1000, perEndpoint, perCenter: 10, handTo: undefined },
        content: {
          ...{ userData: [Buffer.of(1)], packetCnts: undefined, format: 0, prio: 0, responseExp: false },
          ...{ responsePrio: false, dlWindReq: false, expOnly: false, dlRxStatQry: false },
        },
      },
    );
  scene.db.exec("UPDATE endpoint SET ep_class = 'A' WHERE id = 1");
  t.equal(queue(1, 0), 'queue_full');
  t.equal(queue(2), 'unidirectional');
  for (let n = 0; n < 3; n++) t.equal(queue(99), 'unknown_endpoint');
  t.equal(queue(1), undefined);
  t.equal(queue(1), 'queue_id_used');
  scene.stores.events.closeFolds();
  const told = scene
    .rows("SELECT ep_eui, ac_eui, count, data FROM event WHERE event_type = 'downlink.rejected' ORDER BY seq")
    .map(({ data, ...row }) => ({ ...row, ...JSON.parse(String(data)) }));
  const about = { ac_eui: AC, origin: 'scaci', ref: '', count: 1 };
  t.match(told, [
    { ...about, ep_eui: epEui(1), token: 'ErrTokenDownlinkQueueFull', message: /pending/ },
    { ...about, ep_eui: epEui(2), token: 'ErrTokenEndPointNotBidirectional' },
    { ...about, ep_eui: epEui(99), token: 'ErrTokenEndPointNotFound', count: 3 },
    { ...about, ep_eui: epEui(1), token: 'ErrTokenInvalidQueueID', message: 'the queue id is in use' },
  ]);
  t.equal(told.length, 4);
  t.end();
});
