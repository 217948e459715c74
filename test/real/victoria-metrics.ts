import { join } from 'node:path';
import t, { type Test } from 'tap';
import { influxDriver } from '../../src/integrations/drivers/influx/influx.ts';
import type { InfluxSettings } from '../../src/integrations/settings.ts';
import { item, openedDriver, sent, targetContext } from '../integrations/drivers/target.ts';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';
import { folderWith, freePort, type PeerProcess, startPeer } from './peer-process.ts';

const NEAR = '70b3d59cd0000001';
const WINDOW_MS = 500;

/** VictoriaMetrics in Influx's place, single node, in a temporary folder. */
class VictoriaMetrics {
  readonly port: number;
  readonly #t: Test;
  readonly #dir: string;
  #process: PeerProcess | undefined;

  private constructor(t: Test, port: number) {
    this.#t = t;
    this.#dir = folderWith(t, {});
    this.port = port;
  }

  static async start(t: Test): Promise<VictoriaMetrics> {
    const made = new VictoriaMetrics(t, await freePort());
    await made.begin();
    return made;
  }

  /** On what it has stored before. */
  async begin(): Promise<void> {
    const args = [`-storageDataPath=${this.#dir}`, `-httpListenAddr=127.0.0.1:${this.port}`, '-retentionPeriod=100y'];
    this.#process = await startPeer(this.#t, 'victoria-metrics', [...args, '-loggerLevel=ERROR'], this.port);
  }

  async end(): Promise<void> {
    await this.#process?.end('SIGTERM');
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The points of a series, as its query API gives them. */
  async points(name: string): Promise<{ labels: Record<string, string>; values: number[]; times: number[] }[]> {
    await fetch(`${this.url}/internal/force_flush`);
    const match = encodeURIComponent(`{__name__="${name}"}`);
    const page = await (await fetch(`${this.url}/api/v1/export?match[]=${match}`)).text();
    const series = page.split('\n').filter(line => line !== '');
    return series.map(line => {
      const { metric: labels, values, timestamps: times } = JSON.parse(line);
      return { labels, values, times };
    });
  }
}

const defaults: InfluxSettings = {
  ...{ url: '', flavour: 'v2', org: 'o', bucket: 'b', database: 'plant', retentionPolicy: '' },
  ...{ username: undefined, password: undefined, token: undefined, measurement: 'mioty', includeRadio: true },
  ...{ caPem: undefined, clientCertPem: undefined, clientKeyPem: undefined, insecureSkipVerify: false },
};

for (const flavour of ['v1', 'v2'] as const) {
  t.test(`points of the line protocol ${flavour} are read again as they were sent`, async t => {
    const database = await VictoriaMetrics.start(t);
    const driver = influxDriver(targetContext({ ...defaults, url: database.url, flavour }));
    t.teardown(() => driver.close());
    await openedDriver(driver);
    const at = 1_768_903_200_123;
    const payload = (place: number, rxTime = `${at + place}456789`) => ({
      ...{ event: 'up', epEui: METER, bsEui: NEAR, rxTime, rssi: -95.25, snr: 7.5, eqSnr: 6.9, packetCnt: place },
      device: { name: 'Room 12, "left"', deviceModel: 'febris co2' },
      decoded: { temperature: 21.5 + place, occupied: place === 1, state: 'a "text"' },
    });
    const items = [1, 2, 3].map(place => item(place, { payload: payload(place) }));
    t.same(await sent(driver, ...items), { kind: 'accepted' });
    t.same(await sent(driver, ...items), { kind: 'accepted' }, 'a repetition');
    const [temperature, ...others] = await database.points('mioty_temperature');
    t.same(others, [], 'one series');
    t.match(temperature?.labels, { ep: METER, bs: NEAR, name: 'Room 12, "left"', model: 'febris co2' });
    const points = new Map(temperature?.times.map((time, n) => [time, temperature.values[n]]));
    t.same(
      [...points],
      [
        [at + 1, 22.5],
        [at + 2, 23.5],
        [at + 3, 24.5],
      ],
    );
    const [occupied] = await database.points('mioty_occupied');
    t.same(new Set(occupied?.values), new Set([1, 0]));
    t.same((await database.points('mioty_rssi'))[0]?.values[0], -95.25);
  });
}

t.test('a series is one series whatever its values are later', async t => {
  const database = await VictoriaMetrics.start(t);
  const driver = influxDriver(targetContext({ ...defaults, url: database.url }));
  t.teardown(() => driver.close());
  await openedDriver(driver);
  const at = 1_768_903_200_123;
  const decodings = [
    { count: 1, time: 5 },
    { count: true },
    { count: '7.5' },
    { count: 'broken' },
    { wide: 2n ** 63n },
  ];
  const items = decodings.map((decoded, place) =>
    item(place, { payload: { event: 'up', epEui: METER, rxTime: `${at + place}000000`, decoded } }),
  );
  t.same(await sent(driver, ...items), { kind: 'accepted' });
  const [count, ...others] = await database.points('mioty_count');
  t.same(others, []);
  t.same(
    count?.times.map((time, n) => [time - at, count.values[n]]),
    [
      ...[
        [0, 1],
        [1, 1],
        [2, 7.5],
      ],
    ],
  );
  t.same((await database.points('mioty_wide'))[0]?.values, [2 ** 63]);
  t.same((await database.points('mioty_time_'))[0]?.values, [5]);
  t.equal((await database.points('mioty_count_text'))[0]?.times.length ?? 0, 1, 'the text');
});

t.test('it restarts in the middle: nothing is lost', async t => {
  const database = await VictoriaMetrics.start(t);
  const settings = { integrations: { allow_targets: ['127.0.0.1'] } };
  const center = await Center.start({ dir: join(t.testdir(), 'data'), settings });
  t.teardown(() => center.stop());
  await center.endpoint({ ep_eui: METER, name: 'meter' });
  const influx = { url: database.url, flavour: 'v1', database: 'plant' };
  const made = { integration: { kind: 'influx', name: 'Curves', influx } };
  const { id } = await center.api.call('CreateIntegration', made);
  await using near = await center.baseStation({ bsEui: NEAR });
  const counters = Array.from({ length: 60 }, (_, at) => at + 1);
  const base = BigInt(center.clock.now()) * 1_000_000n;
  const say = async (from: number, to: number) => {
    for (const packetCnt of counters.slice(from, to)) {
      await near.start('ulData', uplink({ packetCnt, rxTime: base + BigInt(packetCnt) * 1_000_000n }));
    }
    await center.clock.advance(WINDOW_MS);
  };
  const figures = () => center.api.call('GetIntegration', { id });
  const arrived = async (count: number) => {
    while (Number((await figures()).delivered) < count) await center.clock.advance(100);
  };
  await say(0, 20);
  await arrived(20);
  await database.end();
  await say(20, 40);
  while ((await figures()).state !== 'failing') await center.clock.advance(1000);
  await database.begin();
  await say(40, 60);
  await arrived(60);
  const values = (await database.points('mioty_packetCnt')).flatMap(series => series.values);
  t.same(
    [...new Set(values)].sort((a, b) => a - b),
    counters,
  );
  t.match(await figures(), { parked: '0', dropped: '0' });
});
