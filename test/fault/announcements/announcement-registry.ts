import { type Api, tokenOf } from '../../../src/cli/api.ts';
import { type Eui, euiToBigInt } from '../../../src/kit/eui.ts';
import { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import { flagsOf, type Held, type World } from './announcement-ledger.ts';

/** What the API says of an endpoint, as far as stations have to know it. */
export interface Truth {
  readonly nwkKey: string;
  readonly snKey: string;
  readonly shAddr: number | undefined;
  readonly bidi: boolean;
  readonly flags: string;
  readonly suspended: boolean;
  readonly attached: boolean;
}

/** What the API says besides, which nothing here can foretell. */
interface Found extends Truth {
  readonly pending: boolean;
  readonly lastPacketCnt: number;
}

/** `fixed`: pre-attached, with the key it was given. `air`: attaches over the air. */
export type Kind = 'fixed' | 'air';

interface Touch {
  readonly startedMs: number;
  endedMs: number;
}

/** Of telegrams under one key, also where an operator has set it. */
export interface Counter {
  /** Of the latest. */
  sent: number;
  highest: number;
}

/** An EUI, and the endpoint that has it, if there is one. */
export class Slot {
  readonly eui: Eui;
  readonly kind: Kind;
  /** As of the last call that was answered; undefined when nobody is registered. */
  truth: Truth | undefined;
  /** Also possible, because a call has got no answer. */
  maybe: (Truth | undefined)[] = [];
  found: Found | undefined;
  /** The API has to be asked. */
  dirty = true;
  /** An operator is at it. */
  busy = false;
  /** Telegrams of it that are on their way. */
  inAir = 0;
  counter: Counter = { sent: 0, highest: 0 };
  /** The same over all its session keys. */
  readonly ever: Counter = { sent: 0, highest: 0 };
  sensor: SimulatedEndpoint | undefined;
  /**
   * Says whether the completion of what it last did over the air may not have arrived: its station cannot know, and nothing of what the
   * service center and other stations hold of it can be foretold then (BSSCI 9.3 step 10).
   */
  doubtful: () => boolean = () => false;
  /** What it did over the air since it attached was heard by one station each: the API shows whether it was completed. */
  alone = true;
  readonly touches: Touch[] = [];
  readonly keys = new Map<string, Counter>();

  constructor(eui: Eui, kind: Kind) {
    this.eui = eui;
    this.kind = kind;
  }

  /** Something begins that may be announced. */
  touch(): Touch {
    this.dirty = true;
    const touch = { startedMs: performance.now(), endedMs: Number.POSITIVE_INFINITY };
    this.touches.push(touch);
    return touch;
  }

  /** The counter of its next telegram. */
  count(): number {
    this.dirty = true;
    const { sent } = this.counter;
    for (const counter of [this.counter, this.ever]) {
      counter.sent = sent + 1;
      counter.highest = Math.max(counter.highest, counter.sent);
    }
    return sent + 1;
  }

  /** A key that may be the endpoint's from now on, whose counter goes on, or begins anew. */
  allow(key: string, counter = this.counter): void {
    if (key !== '') this.keys.set(key, counter);
  }
}

/** Every EUI there ever was, and what is known of it. */
export class Registry implements World {
  readonly slots = new Map<Eui, Slot>();

  of(kind: Kind): Slot[] {
    return [...this.slots.values()].filter(slot => slot.kind === kind);
  }

  touchedSince(epEui: Eui, sinceMs: number): boolean {
    return this.slots.get(epEui)?.touches.some(({ endedMs }) => endedMs >= sinceMs) === true;
  }

  highest(epEui: Eui, key: string): number | undefined {
    return this.slots.get(epEui)?.keys.get(key)?.highest;
  }

  /** Asks the API about every endpoint that something was done to. @returns what was answered and does not hold */
  async look(api: Api): Promise<string[]> {
    const faults: string[] = [];
    const dirty = [...this.slots.values()].filter(slot => slot.dirty);
    await Promise.all(
      dirty.map(async slot => {
        const found = await find(api, slot.eui);
        if (slot.kind === 'fixed' && ![slot.truth, ...slot.maybe].some(truth => same(truth, found))) {
          const expected = [slot.truth, ...slot.maybe].map(text).join(' or ');
          faults.push(`${slot.eui}: the API says ${text(found)}, answered was ${expected}`);
        }
        if (found && slot.alone && slot.doubtful() && (await completed(api, slot.eui))) slot.doubtful = () => false;
        slot.found = found;
        slot.truth = found && truthOf(found);
        slot.maybe = [];
      }),
    );
    return faults;
  }

  /** Nothing is on its way any more. */
  settle(): void {
    for (const slot of this.slots.values()) {
      if (slot.doubtful()) slot.doubtful = () => true;
      slot.dirty = slot.kind === 'air';
      slot.busy = false;
      slot.touches.length = 0;
    }
  }

  /** What a station holds and must not, or lacks or has otherwise. */
  differences(
    known: ReadonlyMap<Eui, Held>,
    refused: ReadonlySet<Eui>,
    which: 'sure' | 'doubtful',
  ): { epEui: Eui; about: string }[] {
    const found: { epEui: Eui; about: string }[] = [];
    for (const { eui: epEui, found: truth, doubtful, counter } of this.slots.values()) {
      if (doubtful() !== (which === 'doubtful')) continue;
      const held = known.get(epEui);
      const wanted = truth?.attached && !truth.suspended;
      if (!wanted) {
        const state = truth ? (truth.suspended ? 'suspended' : 'detached') : 'deleted';
        if (held) found.push({ epEui, about: `has it from ${held.from}, but it is ${state}` });
      } else if (!refused.has(epEui)) {
        const about = held ? otherwise(held, truth, epEui, counter) : 'does not know it';
        if (about) found.push({ epEui, about });
      }
    }
    if (which === 'doubtful') return found;
    for (const epEui of known.keys()) if (!this.slots.has(epEui)) found.push({ epEui, about: 'nobody ever had it' });
    return found;
  }
}

export async function find(api: Api, ep_eui: Eui): Promise<Found | undefined> {
  try {
    const row = await api.call('GetEndPoint', { ep_eui, reveal_keys: ['nwk_key', 'nwk_sn_key'] });
    return {
      nwkKey: row.nwk_key,
      snKey: row.nwk_sn_key,
      shAddr: row.sh_addr ?? undefined,
      bidi: row.ep_class === 'A',
      flags: flagsOf({
        dualChan: row.dual_chan,
        repetition: row.repetition,
        wideCarrOff: row.wide_carr_off,
        longBlkDist: row.long_blk_dist,
      }),
      suspended: row.suspended,
      attached: row.attach_status === 'attached' || row.attach_status === 'attaching',
      pending: row.reattach_pending,
      lastPacketCnt: row.last_packet_cnt ?? 0,
    };
  } catch (error) {
    if (tokenOf(error) === 'ErrTokenEndPointNotFound') return undefined;
    throw error;
  }
}

/** Whether every attach and detach over the air is completed, back to the last attach that is. */
async function completed(api: Api, ep_eui: Eui): Promise<boolean> {
  const asked = { ep_eui, operation: ['attach', 'detach'], page_size: 100 };
  const { operations } = await api.call('GetEndPointOperations', asked);
  for (const { operation, origin, status } of operations) {
    if (origin !== 'over_the_air') continue;
    if (status !== 'completed') return false;
    if (operation === 'attach') return true;
  }
  return true;
}

function truthOf({ pending: _, lastPacketCnt: __, ...truth }: Found): Truth {
  return truth;
}

function same(a: Truth | undefined, b: Found | undefined): boolean {
  return text(a) === text(b);
}

function text(truth: Truth | undefined): string {
  if (!truth) return 'none';
  const { nwkKey, snKey, shAddr, bidi, flags, suspended, attached } = truth;
  return JSON.stringify([nwkKey, snKey, shAddr ?? null, bidi, flags, suspended, attached]);
}

function otherwise(held: Held, truth: Found, epEui: Eui, counter: Counter): string | undefined {
  const key = truth.snKey || truth.nwkKey;
  if (held.key !== key) return `has the key ${held.key} from ${held.from}, it is ${key}`;
  // What was sent may be announced and then lost with its service center, before it was answered.
  const highest = Math.max(truth.lastPacketCnt, counter.sent);
  if (held.lastPacketCnt > highest) return `was told counter ${held.lastPacketCnt} by ${held.from}, it is ${highest}`;
  // An endpoint that attached over the air keeps what it was announced with until it attaches again (platform API 2.3).
  if (truth.pending) return undefined;
  const shAddr = truth.shAddr ?? Number(euiToBigInt(epEui) & 0xffffn);
  const has = [held.shAddr, held.bidi ?? truth.bidi, held.flags].join();
  const is = [shAddr, truth.bidi, truth.flags].join();
  return has === is ? undefined : `has ${has} from ${held.from}, it is ${is}`;
}

/** A sensor with the network key of its registration. */
export function sensorOf(eui: Eui, nwkKey: string): SimulatedEndpoint {
  return new SimulatedEndpoint({ epEui: eui, nwkKey: Buffer.from(nwkKey, 'hex') });
}
