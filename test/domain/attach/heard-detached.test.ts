import t from 'tap';
import { SECOND_NS } from '../../../src/kit/units.ts';
import { bsEui, connect, openLog, populate, T0 } from '../message/log-store.ts';

const RX = BigInt(T0) * 1_000_000n;

for (const end of ['taken', 'refused for good', 'the station left'] as const) {
  t.test(`an endpoint is heard as a detached one from the decision on: ${end}`, async t => {
    const log = openLog(t);
    populate(log, 1, 2);
    connect(log, 1);
    log.attach({ endpoint: 1, attachCnt: 5, rxNs: RX - SECOND_NS });
    const { attach, propagation, events } = log.stores;
    attach.detach({ endpoint: 1, origin: 'api', operationId: '', actor: '', at: T0 });
    const heard = (n: number) => {
      log.receive({ endpoint: 1, packetCnt: n, rxNs: RX + BigInt(n) * SECOND_NS });
      events.closeFolds();
      const row = log.db.prepare("SELECT count(*) AS n FROM event WHERE event_type = 'endpoint.heard_detached'").get();
      return (row as { n: number }).n;
    };
    t.equal(heard(1), 1, 'one station has not been told yet');
    const [due] = propagation.due(1, T0, 10);
    if (!due) throw new Error('nothing is due');
    const opId = propagation.start({ ...due, session: 1, station: 1, content: new Uint8Array(1), at: T0 }) ?? 0;
    if (end === 'taken') propagation.taken(1, 1, opId, T0);
    else if (end === 'refused for good') {
      log.db.exec('UPDATE propagation SET attempts = 3');
      propagation.refused({ session: 1, station: 1, bsEui: bsEui(1), opId, code: 22, text: '' }, T0);
    } else {
      log.db.exec("UPDATE session SET state = 'disconnected'");
      propagation.stationLeft(1);
    }
    t.equal(heard(2), 2);
  });
}
