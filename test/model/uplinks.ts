import fc from 'fast-check';
import { Flag } from '../../src/domain/message/flags.ts';
import { ReceptionCodec } from '../../src/domain/message/reception.ts';
import { MS_NS, SECOND_NS } from '../../src/kit/units.ts';
import { bsEui, connect, epEui, openLog, populate, T0 } from '../domain/message/log-store.ts';
import { Violation } from './facts.ts';
import type { Scope } from './store-product.ts';

const STATIONS = 3;
/** As many as have a EUI in the test store. */
const ENDPOINTS = 255;
const WINDOW_MS = 500;
const DUPLICATE_MS = 300_000;

type Step =
  | { readonly kind: 'send'; readonly by: readonly number[]; readonly skip: number }
  | { readonly kind: 'copy'; readonly back: number; readonly by: number; readonly other: boolean }
  | { readonly kind: 'attach'; readonly by: number; readonly aheadMs: number }
  | { readonly kind: 'detach'; readonly by: number }
  | { readonly kind: 'pass'; readonly ms: number; readonly close: boolean }
  | { readonly kind: 'restart' };

const station = fc.integer({ min: 1, max: STATIONS });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 80,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      by: fc.subarray([1, 2, 3]),
      skip: fc.constantFrom(0, 0, 0, 1),
    }),
  },
  {
    weight: 90,
    arbitrary: fc.record({
      ...{ kind: fc.constant('copy' as const), back: fc.nat({ max: 6 }), by: station },
      other: fc.constantFrom(false, false, false, false, true),
    }),
  },
  {
    weight: 30,
    arbitrary: fc.record({
      kind: fc.constant('attach' as const),
      by: station,
      aheadMs: fc.constantFrom(0, 0, 0, 120_000),
    }),
  },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('detach' as const), by: station }) },
  {
    weight: 60,
    arbitrary: fc.record({
      ...{ kind: fc.constant('pass' as const), close: fc.constantFrom(true, true, false) },
      ms: fc.constantFrom(10, 600, 600, 5000, 60_000, 310_000),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

/** A telegram as the endpoint sent it. */
interface Sent {
  readonly packetCnt: number;
  readonly text: string;
  readonly rxNs: bigint;
}

/** A message as BSSCI 10.4 wants it. */
interface Kept {
  readonly generation: number;
  readonly packetCnt: number;
  readonly text: string;
  readonly arrivedAt: number;
  readonly duplicate: boolean;
  readonly heard: { readonly station: number; readonly rxNs: bigint; readonly conflict: boolean }[];
  open: boolean;
}

/** One endpoint by the words of BSSCI 10.4: every report is compared with everything there is. */
class Naive {
  readonly kept: Kept[] = [];
  generation = 0;
  lastPacketCnt: number | undefined;
  attached = false;
  #attach: { readonly rxNs: bigint; readonly arrivedNs: bigint } | undefined;

  attach(rxNs: bigint, now: number): void {
    this.#attach = { rxNs, arrivedNs: BigInt(now + 1) * MS_NS };
    Object.assign(this, { generation: this.generation + 1, lastPacketCnt: 0, attached: true });
  }

  close(now: number): void {
    for (const message of this.kept) if (message.arrivedAt + WINDOW_MS <= now) message.open = false;
  }

  report({ packetCnt, text, rxNs }: Sent, by: number, now: number): string {
    const same = this.kept.filter(message => message.packetCnt === packetCnt);
    const apart = ({ heard }: Kept) =>
      heard.map(other => abs(other.rxNs - rxNs)).toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
    const before = this.#isBefore(rxNs, () =>
      same.some(kept => kept.generation < this.generation && kept.text === text && apart(kept) <= 2n * SECOND_NS),
    );
    const generation = this.generation - (before ? 1 : 0);
    const ofTime = same.filter(kept => (before ? kept.generation < this.generation : kept.generation === generation));
    const near = (kept: Kept) => now - kept.arrivedAt <= DUPLICATE_MS || apart(kept) <= BigInt(DUPLICATE_MS) * MS_NS;
    const [found] = ofTime.filter(near).sort((a, b) => (apart(a) < apart(b) ? -1 : 1));
    if (!found) {
      const duplicate = ofTime.some(kept => kept.generation === generation);
      const heard = [{ station: by, rxNs, conflict: false }];
      this.kept.push({ generation, packetCnt, text, arrivedAt: now, duplicate, heard, open: true });
      if (!before) this.lastPacketCnt = Math.max(this.lastPacketCnt ?? 0, packetCnt);
      return 'new';
    }
    const conflict = found.text !== text;
    const again = found.heard.some(other => other.station === by && other.conflict === conflict);
    if (!again) found.heard.push({ station: by, rxNs, conflict });
    if (conflict) return 'conflict';
    if (again) return 'repeated';
    return found.open ? 'merged' : 'late';
  }

  #isBefore(rxNs: bigint, known: () => boolean): boolean {
    if (!this.#attach || rxNs >= this.#attach.rxNs) return false;
    return rxNs < this.#attach.arrivedNs || known();
  }
}

interface Row {
  generation: number;
  packet_cnt: number;
  user_data: Uint8Array;
  flags: number;
  receptions: Uint8Array;
}

/** The store with a database for so many endpoints; small blocks are sealed all the time. */
function product(scope: Scope, path: string) {
  const log = openLog(scope, path, { blockMessages: 8 });
  log.db.exec('PRAGMA synchronous = OFF');
  populate(log, ENDPOINTS, STATIONS);
  connect(log, STATIONS);
  const codec = new ReceptionCodec();
  const columns = 'generation, packet_cnt, user_data, flags, receptions';
  return {
    log,
    kept(endpoint: number): string[] {
      const rows = log.db
        .prepare(
          `SELECT ${columns} FROM (SELECT 1 AS open, id AS place, ${columns} FROM uplink WHERE endpoint = ?
           UNION ALL SELECT 0, seq, ${columns} FROM message WHERE endpoint = ?) ORDER BY open, place`,
        )
        .all(endpoint, endpoint) as unknown as Row[];
      return rows.map(row => {
        const heard = codec.unpack(row.receptions).map(r => `${r.station}@${r.rxTime}${r.conflict ? '!' : ''}`);
        const duplicate = (row.flags & Flag.duplicate) !== 0;
        return line(row.generation, row.packet_cnt, Buffer.from(row.user_data).toString(), duplicate, heard);
      });
    },
    state(endpoint: number) {
      return log.db
        .prepare(
          `SELECT attach_generation AS generation, attach_status = 'attached' AS attached FROM endpoint WHERE id = ?`,
        )
        .get(endpoint) as { generation: number; attached: number };
    },
    lastPacketCnt(endpoint: number) {
      const sql = 'SELECT last_packet_cnt AS cnt FROM endpoint_heard WHERE endpoint = ?';
      return (log.db.prepare(sql).get(endpoint) as { cnt: number | null } | undefined)?.cnt ?? undefined;
    },
  };
}
type Product = ReturnType<typeof product>;

/** Lets one endpoint do all that, and compares after each step. @throws Violation */
function follow({ log, kept, state, lastPacketCnt }: Product, endpoint: number, steps: readonly Step[]): void {
  const model = new Naive();
  const sent: Sent[] = [];
  let now = T0;
  let packetCnt = 0;
  let opId = 0;
  const equal = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) throw new Violation(`${what} is ${String(found)}, not ${String(wanted)}`);
  };
  const report = (telegram: Sent, by: number) => {
    const { text, rxNs } = telegram;
    const copy = { ...telegram, rxNs: rxNs + BigInt(by) };
    const userData = Buffer.from(text);
    const found = log.receive({
      endpoint,
      packetCnt: copy.packetCnt,
      station: by,
      rxNs: copy.rxNs,
      arrivedAt: now,
      userData,
    });
    equal(`${text} (${telegram.packetCnt}) by ${by}`, found, model.report(copy, by, now));
  };
  const close = () => {
    log.close(now);
    model.close(now);
  };
  const act = (next: Step): void => {
    if (next.kind === 'send') {
      now++;
      packetCnt += 1 + next.skip;
      const telegram = { packetCnt, text: `t${sent.length}`, rxNs: BigInt(now) * MS_NS };
      sent.push(telegram);
      for (const by of next.by) report(telegram, by);
    } else if (next.kind === 'copy') {
      const telegram = sent.at(-1 - next.back);
      if (telegram) report(next.other ? { ...telegram, text: 'other' } : telegram, next.by);
    } else if (next.kind === 'attach') {
      now += 2;
      packetCnt = 0;
      const rxNs = BigInt(now + next.aheadMs) * MS_NS;
      log.attach({ endpoint, attachCnt: ++opId, station: next.by, rxNs, at: now });
      model.attach(rxNs, now);
      now += 2;
    } else if (next.kind === 'detach') {
      now += 2;
      const at = { station: next.by, bsEui: bsEui(next.by), opId: ++opId, at: now };
      const operation = { ...at, progress: { session: next.by, lastBs: 0, doneBs: 0 } };
      const air = {
        epEui: epEui(endpoint),
        rxTime: BigInt(now) * MS_NS,
        packetCnt: 9,
        sign: Buffer.alloc(4),
        radio: { snr: 1, rssi: -9 },
      };
      log.stores.attach.detachHeard({ ...operation, ...air });
      log.stores.attach.detachCompleted(operation);
      model.attached = false;
    } else if (next.kind === 'pass') {
      now += next.ms;
      if (next.close) close();
    } else log.reopen();
  };
  const compare = () => {
    const wanted = model.kept.map(message =>
      line(
        ...([message.generation, message.packetCnt, message.text, message.duplicate] as const),
        message.heard.map(each => `${each.station}@${each.rxNs}${each.conflict ? '!' : ''}`),
      ),
    );
    equal('what is kept', kept(endpoint).join('\n'), wanted.join('\n'));
    const { generation, attached } = state(endpoint);
    equal('the generation', generation, model.generation);
    equal('attached', attached !== 0, model.attached);
  };
  for (const next of steps) {
    act(next);
    compare();
  }
  now += WINDOW_MS;
  close();
  equal('the last counter', lastPacketCnt(endpoint), model.lastPacketCnt);
}

function line(
  generation: number,
  packetCnt: number,
  text: string,
  duplicate: boolean,
  heard: readonly string[],
): string {
  return `${generation} ${packetCnt} ${text}${duplicate ? ' duplicate' : ''} ${heard.join(' ')}`;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/**
 * Has random endpoints attach, send and detach, with copies of their telegrams by three stations at any time, and compares what
 * the store keeps with a model that knows no memory, no blocks and no restarts.
 * @throws what was found, and its shortest sequence
 */
export function checkUplinks(scope: Scope, path: string, options: { seed: number; steps: number }): number {
  let total = 0;
  let endpoint = ENDPOINTS;
  let files = 0;
  let current: Product | undefined;
  /** From then on it is only made shorter. */
  let found = false;
  const property = fc.property(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), steps => {
    if (!found && total >= options.steps) return;
    if (!current || endpoint >= ENDPOINTS) {
      current = product(scope, `${path}-${++files}.db`);
      endpoint = 0;
    }
    try {
      follow(current, ++endpoint, steps);
    } catch (cause) {
      found = true;
      throw cause;
    }
    total += steps.length;
  });
  fc.assert(property, { seed: options.seed, numRuns: options.steps });
  return total;
}
