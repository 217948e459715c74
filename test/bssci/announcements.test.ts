import t from 'tap';
import { Announcements, type ListTaker } from '../../src/bssci/announcements.ts';
import { bssci } from '../../src/bssci/operations.ts';
import { bssciRules } from '../../src/bssci/rules.ts';
import type { AnnouncedEndpoint } from '../../src/domain/attach/attach-records.ts';
import type { Eui } from '../../src/kit/eui.ts';
import type { Sealer } from '../../src/kit/seal.ts';
import { until } from '../peers/center.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import type { Fields, RawStation } from '../peers/raw-station.ts';
import { BS, Center } from './center.ts';

const attached = { attach_status: 'attached', attach_origin: 'pre_attach', pre_attach: 1 };
const eui = (n: number) => (0xfe00000000010000n + BigInt(n)).toString(16) as Eui;
type Options = ConstructorParameters<typeof Announcements>[0];
const bare = (command: string, opId: unknown): Fields => ({ command, opId });

/** The next announcements that a station gets, without an answer. */
async function take(station: RawStation, count: number): Promise<Fields[]> {
  const seen: Fields[] = [];
  while (seen.length < count) seen.push(await station.until('attPrp'));
  return seen;
}

async function site(t: { testdir(): string }, endpoints: number) {
  const center = await Center.start(t.testdir());
  center.station(BS);
  for (let n = 0; n < endpoints; n++) center.endpoint(eui(n), attached);
  return center;
}

for (const end of ['the station', 'the service center'] as const) {
  t.test(`a list that ${end} interrupts goes on where it stopped, under the ids it had`, async t => {
    await using center = await site(t, 120);
    const station = await center.connect();
    const first = await take(station, 50);
    t.same(
      first.map(({ opId }) => opId),
      Array.from({ length: 50 }, (_, index) => -1 - index),
    );
    station.send(...first.slice(0, 30).map(({ opId }) => bare('attPrpRsp', opId)));
    const second = await take(station, 44);
    const sent = [...first, ...second];
    if (end === 'the station') await station.close();
    else {
      const stopped = center.bssci.stop();
      await center.clock.advance(5000);
      await stopped;
      await center.begin();
    }
    await center.deserted();
    // Counters move on meanwhile; what is repeated says what it said.
    center.db.exec('INSERT OR REPLACE INTO endpoint_heard (endpoint, last_packet_cnt) SELECT id, 999 FROM endpoint');
    const again = await center.connect(BS, { snScOpId: -60 });
    t.equal(again.answer.snResume, true);
    const told = new Map(sent.map(message => [message.epEui, message]));
    let repeated = 0;
    while (told.size < 120) {
      const message = await again.until('attPrp');
      const before = told.get(message.epEui);
      if (before) {
        repeated++;
        t.same(message, before, 'what is repeated is the same');
      } else t.equal(message.opId, -1 - told.size, 'what is new has the next id');
      told.set(message.epEui, message);
      again.send(bare('attPrpRsp', message.opId));
    }
    t.equal(repeated, 64, 'each that has no answer, once');
    await again.until('attPrpCmp');
    await again.ping(1);
    await center.stored();
    await again.ping(2);
    t.same(
      again.received.filter(({ command }) => command === 'attPrp'),
      [],
    );
    t.equal(center.store.read.propagation.knownTo(1), 120);
    t.same(center.errors, []);
  });
}

t.test('an endpoint that changes while it has no answer: the old content again, then the new one', async t => {
  await using center = await site(t, 3);
  const station = await center.connect();
  const before = await take(station, 3);
  const acting = { now: center.clock.now(), userId: undefined, userEmail: undefined, actor: '' };
  const nwkKey = center.sealer.seal(Buffer.alloc(16, 9), `endpoint:${eui(1)}:nwk_key`);
  await center.store.write.endpoints.update({ id: 2, changes: { nwk_key: nwkKey, sh_addr: 4711 } }, acting);
  await station.close();
  await center.deserted();
  const again = await center.connect(BS, { snScOpId: -3 });
  t.same(await take(again, 3), before);
  const [changed] = await take(again, 1);
  t.match(changed, { opId: -4, epEui: before[1]?.epEui, shAddr: 4711, nwkSnKey: Array(16).fill(9) });
  for (const opId of [-1, -2, -3, -4]) again.send(bare('attPrpRsp', opId));
  while ((await again.until('attPrpCmp')).opId !== -4);
  await again.ping(1);
  await center.stored();
  t.equal(center.store.read.propagation.knownTo(1), 3);
  t.same(center.rows('SELECT * FROM former_endpoint'), []);
});

const isPropagation = ({ command }: { readonly command?: unknown }) => command === 'attPrp';

t.test('an announcement of the list without an answer is late, repeated, and answered after all', async t => {
  await using center = await site(t, 3);
  const station = await center.connect();
  const [first, second, third] = await take(station, 3);
  station.send(bare('attPrpRsp', -1), { command: 'error', opId: -2, code: 16, message: 'busy' });
  await station.until('errorAck');
  for (let s = 0; s < 65; s += 5) {
    await center.clock.advance(5000);
    await station.ping(1 + s);
  }
  await center.stored();
  t.ok(center.events().includes('basestation.operation_timeout'));
  // The store is asked which one, and then it is sent.
  await until(() => station.received.some(isPropagation));
  const refusedAgain = station.received.find(isPropagation);
  t.match(refusedAgain, { ...second, opId: -4 }, 'what was refused is announced again after a pause');
  t.match(center.rows('SELECT op_id, resumes FROM operation ORDER BY op_id DESC'), [
    { op_id: -3, resumes: 1 },
    { op_id: -4 },
  ]);
  await station.close();
  await center.deserted();
  const again = await center.connect(BS, { snScOpId: -3 });
  t.same(await take(again, 2), [third, { ...second, opId: -4 }]);
  again.send(bare('attPrpRsp', -3), bare('attPrpRsp', -4));
  while ((await again.until('attPrpCmp')).opId !== -4);
  t.same(first?.opId, -1);
  t.equal(center.store.read.propagation.knownTo(1), 3);
  t.same(center.rows('SELECT * FROM operation'), []);
});

t.test('an endpoint whose key cannot be read is left out, and everything else goes on', async t => {
  await using center = await site(t, 5);
  center.db.exec('UPDATE endpoint SET nwk_key = zeroblob(44) WHERE id = 3');
  const station = await center.connect();
  const told = await take(station, 4);
  t.same(
    told.map(({ opId, epEui }) => [opId, epEui]),
    [0, 1, 3, 4].map(n => [-1 - n, BigInt(`0x${eui(n)}`)]),
  );
  station.send(...told.map(({ opId }) => bare('attPrpRsp', opId)));
  await station.ping(1);
  await center.stored();
  t.match(center.rows('SELECT endpoint, state, retry_at, error FROM propagation'), [
    { endpoint: 3, state: 'failed', retry_at: null, error: 'its key cannot be read' },
  ]);
  t.ok(center.events().includes('endpoint.propagation_failed'));
  t.match(center.errors, [/endpoint cannot be announced/]);
  await station.close();
  await center.deserted();
  const again = await center.connect(BS, { snScOpId: -5 });
  t.equal(again.answer.snResume, true);
  await again.ping(2);
  t.same(again.received, [], 'nothing again');
  const nwkKey = center.sealer.seal(Buffer.alloc(16, 9), `endpoint:${eui(2)}:nwk_key`);
  const acting = { now: center.clock.now(), userId: undefined, userEmail: undefined, actor: '' };
  await center.store.write.endpoints.update({ id: 3, changes: { nwk_key: nwkKey } }, acting);
  center.bssci.attach.tellStations();
  t.match(await take(again, 1), [{ opId: -6, nwkSnKey: Array(16).fill(9) }], 'a new key is announced');
});

t.test('an answer that comes again is completed again, and makes no room', async t => {
  await using center = await site(t, 120);
  const station = await center.connect();
  await take(station, 50);
  station.send(...Array.from({ length: 45 }, () => bare('attPrpRsp', -7)));
  for (let n = 0; n < 45; n++) t.same(await station.until('attPrpCmp'), bare('attPrpCmp', -7));
  await station.ping(1);
  await center.stored();
  await station.ping(2);
  t.same(station.received, [], '49 have no answer');
});

t.test('what is said of an endpoint is encoded again when it says something else', t => {
  const key = Buffer.alloc(16, 200);
  const sealer = { open: () => key } as unknown as Sealer;
  const endpoint = (n: number): AnnouncedEndpoint => ({
    ...{ epEui: eui(n), bidi: n % 2 === 0, key: { column: 'nwk_key', sealed: key }, shAddr: n * 4000 },
    ...{ dualChan: n > 3, repetition: false, wideCarrOff: true, longBlkDist: false },
  });
  const read = { announcing: { content: (n: number, version: number) => ({ ...endpoint(n), shAddr: n + version }) } };
  const { frames } = bssciRules(1);
  const all = new Announcements({ store: { read }, sealer, frames } as unknown as Options);
  const expected = (opId: number, n: number, version: number, lastPacketCnt: number) => {
    const { key: _, ...rest } = { ...endpoint(n), shAddr: n + version };
    return frames.message('attPrp', opId, bssci.attPrp.req, { ...rest, nwkSnKey: key, lastPacketCnt });
  };
  for (const [version, lastPacketCnt] of [
    [0, 0],
    [0, 70_000],
    [1, 70_000],
  ] as const) {
    const entries = Array.from({ length: 15 }, (_, n) => ({ opId: -120 - n, endpoint: n, version, lastPacketCnt }));
    t.same(
      frames.group(
        -120,
        entries.map(entry => all.message(entry)),
      ),
      Buffer.concat(entries.map(({ opId }, n) => expected(opId, n, version, lastPacketCnt))),
    );
  }
  t.end();
});

/** A station that wants so many groups of 50, and answers when it is told to. */
class Taker implements ListTaker {
  open = 0;
  sentAt = Number.NEGATIVE_INFINITY;
  groups = 0;
  readonly #all: Announcements;
  readonly #clock: ManualClock;
  readonly #wanted: number;

  constructor(all: Announcements, clock: ManualClock, wanted: number) {
    this.#all = all;
    this.#clock = clock;
    this.#wanted = wanted;
  }

  wish(now: number) {
    if (this.groups === this.#wanted) return 'over' as const;
    return now - this.sentAt < 100 ? ('later' as const) : this.open > 0 ? ('over' as const) : ('group' as const);
  }

  async group() {
    this.groups++;
    this.open = 50;
    this.sentAt = this.#clock.monotonic();
    this.#all.want(this);
  }

  async mark() {}

  answer() {
    this.open = 0;
    this.#all.want(this);
    this.#all.answered();
  }
}

/** Stations that want to be told, beside an event loop whose timers fire so late (milliseconds). */
function crowd(stations: number, groups: number) {
  class LateClock extends ManualClock {
    late = 0;
    override after(ms: number, fn: () => void) {
      return super.after(ms + this.late, fn);
    }
  }
  const clock = new LateClock();
  const times = { propagate_group: 50, propagate_pause_ms: 100 };
  const all = new Announcements({ clock, times } as unknown as Options);
  const takers = Array.from({ length: stations }, () => new Taker(all, clock, groups));
  for (const taker of takers) all.want(taker);
  const told = () => takers.filter(taker => taker.groups > 0).length;
  const answer = () => {
    for (const taker of takers) if (taker.open > 0) taker.answer();
  };
  return { clock, takers, told, answer };
}

t.test('stations take turns, and none waits for one that does not answer', async t => {
  const { clock, takers, told, answer } = crowd(200, 5);
  await clock.advance(20);
  t.equal(told(), 20, 'only so much is under way in all');
  takers[0]?.answer();
  await clock.advance(200);
  t.equal(takers[0]?.groups, 1, 'who has waited longer goes first');
  await clock.advance(1700);
  t.equal(told(), 81, 'more is under way as long as nothing is late, to a bound');
  await clock.advance(3000);
  t.ok(told() > 100, 'who does not answer for long does not count any more');
  for (let round = 0; round < 300; round++) {
    answer();
    await clock.advance(20);
    const groups = takers.map(taker => taker.groups);
    if (!t.ok(Math.max(...groups) - Math.min(...groups) <= 2, 'no station is ahead of the others')) break;
    if (Math.min(...groups) === 5) break;
  }
  t.ok(takers.every(({ groups }) => groups === 5));
});

t.test('less is under way when the event loop is late, and more when it is not', async t => {
  const { clock, takers, answer } = crowd(200, 1000);
  const open = () => takers.reduce((sum, taker) => sum + taker.open, 0);
  clock.late = 50;
  for (let round = 0; round < 20; round++) {
    await clock.advance(100);
    answer();
  }
  await clock.advance(100);
  t.equal(open(), 200);
  clock.late = 0;
  for (let round = 0; round < 20; round++) {
    await clock.advance(100);
    answer();
  }
  await clock.advance(20);
  t.ok(open() > 1000);
});
