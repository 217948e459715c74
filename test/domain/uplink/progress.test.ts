import t from 'tap';
import { connect, openLog, populate, T0, type TestLog } from '../message/log-store.ts';

const RX = BigInt(T0) * 1_000_000n;

/** How far the sessions of the first two stations have come, as a connect reads it. */
function progressOf({ stores }: TestLog): [lastBs: number | undefined, doneBs: number | undefined][] {
  return [1, 2].map(station => {
    const latest = stores.sessions.latest(station);
    return [latest?.lastBs, latest?.doneBs];
  });
}

function opened(t: Parameters<typeof openLog>[0]): TestLog {
  const log = openLog(t);
  populate(log, 2, 2);
  connect(log, 2);
  log.receive({ endpoint: 1, packetCnt: 1, rxNs: RX, progress: [1, 7, 4] });
  log.receive({ endpoint: 2, packetCnt: 1, station: 2, rxNs: RX, progress: [2, 3, 2] });
  log.receive({ endpoint: 1, packetCnt: 2, rxNs: RX + 1n, progress: [1, 8, 6] });
  return log;
}

t.test('a session has come as far as its telegrams say when their windows close', async t => {
  const log = opened(t);
  log.close();
  t.same(progressOf(log), [
    [8, 6],
    [3, 2],
  ]);
});

t.test('after a crash the open telegrams tell how far the sessions had come', async t => {
  const log = opened(t);
  log.reopen();
  log.stores.sessions.recover(T0);
  t.same(progressOf(log), [
    [8, 6],
    [3, 2],
  ]);
  t.equal(log.stores.sessions.latest(1)?.state, 'disconnected');

  // What comes later is not undone by what closes then.
  log.receive({ endpoint: 1, packetCnt: 2, rxNs: RX + 1n, progress: [1, 9, 8] });
  log.close();
  t.same(progressOf(log)[0], [9, 8]);
});

t.test('telegrams that are read again after a failed write still tell how far their sessions had come', async t => {
  const log = opened(t);
  log.stores.uplinks.forget();
  log.close();
  t.same(progressOf(log), [
    [8, 6],
    [3, 2],
  ]);
});

t.test('a report that opens no window is stored with the row of its session', async t => {
  const log = opened(t);
  const again = { endpoint: 1, packetCnt: 2, rxNs: RX + 1n } as const;
  log.receive({ ...again, station: 2, progress: [2, 11, 10] });
  t.same(progressOf(log)[1], [11, 10], 'merged');
  log.receive({ ...again, station: 2, progress: [2, 12, 11] });
  t.same(progressOf(log)[1], [12, 11], 'repeated');
  log.receive({ endpoint: 9, packetCnt: 2, station: 2, rxNs: RX, progress: [2, 13, 12] });
  t.same(progressOf(log)[1], [13, 12], 'unknown');
});

t.test('telegrams whose windows were open when the release changed close as before', async t => {
  const log = openLog(t);
  populate(log, 1, 2);
  connect(log, 2);
  log.receive({ endpoint: 1, packetCnt: 1, rxNs: RX, progress: [1, 7, 4] });
  log.db.exec('UPDATE uplink SET session = 0, last_bs = 0, done_bs = 0');
  log.reopen();
  log.stores.sessions.recover(T0);
  log.close();
  t.same(progressOf(log)[0], [0, 0]);
  t.equal(log.stores.messages.after(0, 10).length, 1);
});
