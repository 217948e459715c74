import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { type Api, tokenOf } from '../../../src/cli/api.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { type Kind, type Registry, Slot, sensorOf, type Truth } from './announcement-registry.ts';

export interface OperatorOptions {
  readonly registry: Registry;
  /** Resolves when a service center runs; undefined when there will be none. */
  readonly api: () => Promise<Api | undefined>;
  readonly random: () => number;
  readonly newEui: () => Eui;
  /** They wait for what is on its way: telegrams of an endpoint they change, and withdrawals of an EUI that they give again. */
  readonly patient: boolean;
}

const PAUSE_MS = 20;
/** Codes of gRPC that say that nothing was done. */
const REFUSALS: ReadonlySet<number> = new Set([
  ...[status.INVALID_ARGUMENT, status.NOT_FOUND, status.ALREADY_EXISTS, status.PERMISSION_DENIED],
  ...[status.RESOURCE_EXHAUSTED, status.FAILED_PRECONDITION, status.ABORTED, status.OUT_OF_RANGE],
]);

/** The fields of an endpoint whose value may be chosen. */
type Change = Partial<Pick<Truth, 'nwkKey' | 'snKey' | 'shAddr' | 'bidi' | 'flags' | 'suspended'>>;

/** Operators who change endpoints without end, and note what was answered. */
export class Operator {
  readonly faults: string[] = [];
  calls = 0;
  /** Calls that got no answer. */
  unknown = 0;
  readonly #options: OperatorOptions;
  #running = false;

  constructor(options: OperatorOptions) {
    this.#options = options;
  }

  /** Registers endpoints, in the state in which a round finds them. */
  async register(kind: Kind, count: number, atOnce: number): Promise<void> {
    let left = count;
    const worker = async () => {
      while (left-- > 0) await this.#create(new Slot(this.#options.newEui(), kind));
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  /** Works with so many hands until `stop`. */
  async run(hands: number): Promise<void> {
    this.#running = true;
    const hand = async () => {
      while (this.#running) {
        await this.#any();
        await sleep(this.#options.random() * PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: hands }, hand));
  }

  stop(): void {
    this.#running = false;
  }

  async #any(): Promise<void> {
    const { registry, random } = this.#options;
    const slots = [...registry.slots.values()];
    const slot = slots[Math.floor(random() * slots.length)];
    if (!slot || slot.busy) return;
    if (!slot.truth) return random() < 0.5 && this.#given(slot) ? this.#create(slot) : undefined;
    if (slot.kind === 'air' && this.#options.patient && slot.inAir > 0) return;
    const acts = slot.kind === 'fixed' ? this.#acts(slot, slot.truth) : this.#actsOnAir(slot);
    await acts[Math.floor(random() * acts.length)]?.();
  }

  /** Whether an EUI that nobody has may be given to somebody. */
  #given({ inAir, dirty, kind }: Slot): boolean {
    return inAir === 0 && !(this.#options.patient && dirty && kind === 'fixed');
  }

  #acts(slot: Slot, truth: Truth): (() => Promise<void>)[] {
    const { random } = this.#options;
    const change = (changed: Change) => this.#update(slot, truth, changed);
    const key = () => this.#newKey();
    return [
      () => change({ flags: this.#otherFlags(truth.flags) }),
      () => change({ flags: this.#otherFlags(truth.flags), bidi: !truth.bidi }),
      () => change({ shAddr: Math.floor(random() * 0x1_0000) }),
      () => change({ nwkKey: key() }),
      () => change({ nwkKey: key(), snKey: '' }),
      () => change({ snKey: key() }),
      () => this.#suspend(slot, truth, !truth.suspended),
      () => this.#suspend(slot, truth, !truth.suspended),
      () => (truth.attached ? this.#detach(slot, truth) : this.#attach(slot, truth)),
      () => this.#attach(slot, truth),
      () => this.#delete(slot),
      () => this.#rename(slot, truth),
      () => this.#reset(slot, truth),
      () => this.#create(new Slot(this.#options.newEui(), 'fixed')),
    ];
  }

  #actsOnAir(slot: Slot): (() => Promise<void>)[] {
    const { truth } = slot;
    if (!truth) return [];
    return [
      () => this.#update(slot, truth, { flags: this.#otherFlags(truth.flags) }),
      () => this.#suspend(slot, truth, !truth.suspended),
      () => this.#detach(slot, truth),
      () => this.#attach(slot, truth),
      () => this.#delete(slot),
    ];
  }

  #update(slot: Slot, truth: Truth, change: Change): Promise<void> {
    const { nwkKey, snKey, shAddr, bidi, flags } = change;
    for (const key of [nwkKey, snKey]) if (key !== undefined) slot.allow(key);
    const [dual_chan, repetition, wide_carr_off, long_blk_dist] = [...(flags ?? '0000')].map(flag => flag === '1');
    const endpoint = {
      ...{ ep_eui: slot.eui, nwk_key: nwkKey ?? '', nwk_sn_key: snKey ?? '', ep_class: bidi ? 'A' : 'Z' },
      ...{ dual_chan, repetition, wide_carr_off, long_blk_dist, sh_addr: shAddr ?? null },
    };
    const paths = [
      ...(nwkKey === undefined ? [] : ['nwk_key']),
      ...(snKey === undefined ? [] : ['nwk_sn_key']),
      ...(shAddr === undefined ? [] : ['sh_addr']),
      ...(bidi === undefined ? [] : ['ep_class']),
      ...(flags === undefined ? [] : ['dual_chan', 'repetition', 'wide_carr_off', 'long_blk_dist']),
    ];
    const after = { ...truth, ...change };
    return this.#act([slot], [after], api => api.call('UpdateEndPoint', { endpoint, update_mask: { paths } }));
  }

  #suspend(slot: Slot, truth: Truth, suspended: boolean): Promise<void> {
    const endpoint = { ep_eui: slot.eui, suspended };
    // One that is pre-attached is attached again when it is resumed.
    const after = { ...truth, suspended, attached: !suspended };
    return this.#act([slot], [after], api =>
      api.call('UpdateEndPoint', { endpoint, update_mask: { paths: ['suspended'] } }),
    );
  }

  #attach(slot: Slot, truth: Truth): Promise<void> {
    return this.#act([slot], [truth.suspended ? truth : { ...truth, attached: true }], api =>
      api.call('AttachEndPoint', { ep_eui: slot.eui }),
    );
  }

  #detach(slot: Slot, truth: Truth): Promise<void> {
    return this.#act([slot], [{ ...truth, attached: false }], api => api.call('DetachEndPoint', { ep_eui: slot.eui }));
  }

  /** Its sensor has begun to count anew. */
  async #reset(slot: Slot, truth: Truth): Promise<void> {
    if (slot.inAir > 0) return;
    const last_packet_cnt = Math.floor(this.#options.random() * 5);
    const endpoint = { ep_eui: slot.eui, last_packet_cnt };
    const { counter } = slot;
    counter.highest = Math.max(counter.highest, last_packet_cnt);
    await this.#act([slot], [truth], api =>
      api.call('UpdateEndPoint', { endpoint, update_mask: { paths: ['last_packet_cnt'] } }),
    );
    if (!slot.busy) counter.sent = last_packet_cnt;
  }

  #delete(slot: Slot): Promise<void> {
    if (slot.inAir > 0) return Promise.resolve();
    return this.#act([slot], [undefined], api => api.call('DeleteEndPoint', { ep_eui: slot.eui }));
  }

  /** The endpoint gets another EUI, now and then one that another endpoint had. */
  async #rename(slot: Slot, truth: Truth): Promise<void> {
    const { registry, random, newEui } = this.#options;
    if (slot.inAir > 0) return;
    const free = registry.of('fixed').find(other => !other.truth && !other.busy && this.#given(other));
    const to = free && random() < 0.6 ? free : new Slot(newEui(), 'fixed');
    registry.slots.set(to.eui, to);
    to.counter = { sent: 0, highest: 0 };
    for (const key of [truth.nwkKey, truth.snKey]) to.allow(key);
    const after = { ...truth, attached: !truth.suspended };
    await this.#act([slot, to], [undefined, after], api =>
      api.call('UpdateEndPoint', { endpoint: { ep_eui: slot.eui }, new_ep_eui: to.eui }),
    );
  }

  async #create(slot: Slot): Promise<void> {
    if (slot.inAir > 0) return;
    const { registry } = this.#options;
    registry.slots.set(slot.eui, slot);
    const nwkKey = this.#newKey();
    slot.counter = { sent: 0, highest: 0 };
    // The network key goes on where a session key that is detached has come to.
    slot.allow(nwkKey, slot.kind === 'air' ? slot.ever : slot.counter);
    if (slot.kind === 'air') slot.sensor = sensorOf(slot.eui, nwkKey);
    const pre_attach = slot.kind === 'fixed';
    const endpoint = { ep_eui: slot.eui, nwk_key: nwkKey, pre_attach, ep_class: 'Z' };
    const after = { nwkKey, snKey: '', shAddr: undefined, bidi: false, flags: '0000', suspended: false };
    await this.#act([slot], [{ ...after, attached: pre_attach }], api => api.call('CreateEndPoint', { endpoint }));
  }

  /** Carries out one call, and notes what is there after it; both, when it has no answer. */
  async #act(
    slots: readonly Slot[],
    after: readonly (Truth | undefined)[],
    call: (api: Api) => Promise<unknown>,
  ): Promise<void> {
    for (const slot of slots) slot.busy = true;
    const api = await this.#options.api();
    if (!api) return;
    const touches = slots.map(slot => slot.touch());
    let answered = true;
    try {
      this.calls++;
      await call(api);
      for (const [index, slot] of slots.entries()) slot.truth = after[index];
    } catch (error) {
      const token = tokenOf(error);
      answered = REFUSALS.has((error as { code?: number }).code ?? 0);
      const [slot] = slots;
      if (answered && slot?.kind === 'fixed' && !(token === 'ErrTokenEndPointSuspended' && slot.truth?.suspended)) {
        this.faults.push(`${slot.eui}: refused with ${token}`);
      }
      if (!answered) {
        this.unknown++;
        for (const [index, slot] of slots.entries()) slot.maybe = [after[index]];
      }
    }
    if (!answered) return;
    for (const touch of touches) touch.endedMs = performance.now();
    for (const slot of slots) slot.busy = false;
  }

  #newKey(): string {
    return Array.from({ length: 32 }, () => Math.floor(this.#options.random() * 16).toString(16)).join('');
  }

  #otherFlags(flags: string): string {
    const at = Math.floor(this.#options.random() * flags.length);
    return [...flags].map((flag, index) => (index === at ? (flag === '1' ? '0' : '1') : flag)).join('');
  }
}
