import t from 'tap';
import { complete } from '../../../src/database/scan.ts';
import { HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { bsEui, type Copy, connect, epEui, openLog, populate, T0 } from '../message/log-store.ts';

const heard = (endpoint: number, packetCnt: number, station: number, snr: number): Copy => ({
  ...{ endpoint, packetCnt, station, rxNs: BigInt(T0 + packetCnt) * MS_NS },
  reception: { snr },
});

t.test('a site is told what each station is worth, how each endpoint is heard, and who is silent', async t => {
  const log = openLog(t, undefined, { blockMessages: 4 });
  populate(log, 5, 3);
  connect(log, 1);
  log.db.exec(`UPDATE base_station SET duty_cycle = 0.25 WHERE id = 1; UPDATE endpoint SET tags = '{"floor":"2"}' WHERE id = 1;
    INSERT INTO presence (station, connected_at) VALUES (1, ${T0 - HOUR_MS / 2})`);
  // The first is heard by two stations, mostly; the second by one; the third loses some; the fourth begins anew.
  log.write([
    ...[heard(1, 1, 1, 20), heard(1, 1, 2, 10), heard(1, 2, 1, 20), heard(1, 3, 1, 22), heard(1, 3, 2, 1)],
    ...[heard(2, 1, 2, 5), heard(2, 2, 2, 5)],
    ...[heard(3, 1, 1, 9), heard(3, 5, 1, 9)],
    ...[heard(4, 9, 1, 15)],
  ]);
  log.write([heard(4, 2, 1, 15)]);
  // A copy that comes late is heard all the same.
  log.write([heard(1, 2, 2, -3)]);
  const query = { org: 1, fromMs: T0 - HOUR_MS, toMs: T0 + HOUR_MS, now: T0 + HOUR_MS, tags: [] };
  const report = complete(log.stores.siteReport.report(query));
  t.match(report.stations, [
    { eui: bsEui(1), messages: 7, endpoints: 3, onlyMessages: 4, onlyEndpoints: 2, dutyCycle: 0.25, downlinksSent: 0 },
    { eui: bsEui(2), messages: 5, endpoints: 2, onlyMessages: 2, onlyEndpoints: 1, availability: 0 },
    { eui: bsEui(3), messages: 0, endpoints: 0, onlyMessages: 0, onlyEndpoints: 0 },
  ]);
  t.equal(report.stations[0]?.availability, 0.75, 'it is connected since then');
  const [first] = report.endpoints.filter(({ eui }) => eui === epEui(1));
  t.match(first, {
    ...{ messages: 3, lost: 0, medianSnr: 21, margin: 24, lastSeenAt: T0 + 3 },
    stations: [
      { eui: bsEui(1), share: 1 },
      { eui: bsEui(2), share: 1 },
    ],
  });
  const by = (n: number) => report.endpoints.find(({ eui }) => eui === epEui(n));
  t.match(by(3), { messages: 2, lost: 3 });
  t.match(by(4), { messages: 2, lost: undefined }, 'its counter began anew: what was lost is not known');
  t.equal(by(4)?.lost, undefined);
  t.equal(report.endpoints[0]?.eui, epEui(2), 'the one with the least margin first');
  t.match(report.silent, [{ eui: epEui(5), lastSeenAt: undefined }]);

  const tagged = complete(log.stores.siteReport.report({ ...query, tags: [['floor', '2']] }));
  t.same(
    tagged.endpoints.map(({ eui }) => eui),
    [epEui(1)],
  );
  t.same(tagged.silent, []);
  t.match(tagged.stations, [{ messages: 3, onlyMessages: 0, onlyEndpoints: 0 }, { messages: 3 }, { messages: 0 }]);
  t.same(complete(log.stores.siteReport.report({ ...query, tags: [['floor', '3']] })).endpoints, []);
});
