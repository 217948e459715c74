import type { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import type { CenterIdentity } from '../../bench/rig/rig.ts';
import { RawCenter } from '../../peers/raw-center.ts';

/** An endpoint that is deregistered and registered anew, and its answered counters. */
export interface Churned {
  readonly endpoint: SimulatedEndpoint;
  readonly answered: () => Iterable<number>;
}

const KEY = Array.from({ length: 16 }, () => 1);

/**
 * A third application center, which deregisters endpoints that are being heard and registers them again. It keeps what follows for the
 * others: what was answered before a `dereg` was sent is owed, what was sent by an endpoint after its `deregRsp` and answered before
 * the next `reg` is not, and what was on its way at either is for all of them or for none.
 */
export class Registrar {
  /** Telegrams that no center may get. */
  readonly never = new Set<string>();
  /** Telegrams that every center gets, or none. */
  readonly either = new Set<string>();
  dereg = 0;
  readonly #identity: CenterIdentity;
  readonly #port: () => number;
  readonly #churned: readonly Churned[];
  /** Per endpoint that is deregistered: what it had sent by then. */
  readonly #gone = new Map<Churned, number>();
  /** Per endpoint: what it had sent when it was registered last. */
  readonly #back = new Map<Churned, number>();

  constructor(identity: CenterIdentity, port: () => number, churned: readonly Churned[]) {
    this.#identity = identity;
    this.#port = port;
    this.#churned = churned;
  }

  /** Deregisters one of them, or registers it again. */
  async toggle(index: number): Promise<void> {
    const churned = this.#churned[index % this.#churned.length] as Churned;
    if (this.#gone.has(churned)) await this.#register(churned);
    else await this.#deregister(churned);
  }

  /** Registers whatever is not. */
  async settle(): Promise<void> {
    for (const churned of [...this.#gone.keys()]) await this.#register(churned);
  }

  async #deregister(churned: Churned): Promise<void> {
    const { endpoint, answered } = churned;
    const before = new Set(answered());
    await this.#ask({ command: 'dereg', epEui: BigInt(`0x${endpoint.epEui}`) });
    this.dereg++;
    this.#note(this.either, churned, this.#back.get(churned) ?? 0, counter => !before.has(counter));
    this.#gone.set(churned, endpoint.packetCnt);
  }

  async #register(churned: Churned): Promise<void> {
    const { endpoint, answered } = churned;
    const gone = this.#gone.get(churned) ?? 0;
    const before = new Set(answered());
    this.#note(this.never, churned, gone, counter => before.has(counter));
    await this.#ask({
      ...{ command: 'reg', epEui: BigInt(`0x${endpoint.epEui}`), bidi: false, preAttach: true, nwkKey: KEY, shAddr: 1 },
      ...{ attachCnt: 0, packetCnt: endpoint.packetCnt, dualChan: false, repetition: false, wideCarrOff: false },
      longBlkDist: false,
    });
    this.#note(this.either, churned, gone, counter => !before.has(counter));
    this.#gone.delete(churned);
    this.#back.set(churned, endpoint.packetCnt);
  }

  /** Those it has sent behind a counter, as far as they fit. */
  #note(kind: Set<string>, { endpoint }: Churned, after: number, fits: (counter: number) => boolean): void {
    for (let counter = after + 1; counter <= endpoint.packetCnt; counter++) {
      if (fits(counter)) kind.add(`${endpoint.epEui}:${counter}`);
    }
  }

  /** Over a connection and a session of its own. */
  async #ask(request: Record<string, unknown>): Promise<void> {
    const { acEui, ca, cert, key } = this.#identity;
    const peer = await RawCenter.open(this.#port(), ca, { cert, key });
    try {
      const snAcUuid = [...Buffer.from(acEui.repeat(2), 'hex')];
      peer.send({ command: 'con', opId: 0, version: '1.0.0', acEui: BigInt(`0x${acEui}`), snAcUuid });
      await peer.until('conRsp');
      peer.send({ command: 'conCmp', opId: 0 }, { ...request, opId: 1 });
      await peer.until(`${request.command}Rsp`);
      peer.send({ command: `${request.command}Cmp`, opId: 1 });
      await peer.ping(2);
    } finally {
      await peer.close();
    }
  }
}
