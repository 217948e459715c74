import { background } from '../../../src/kit/background.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { MINUTE_MS } from '../../../src/kit/units.ts';
import type { Arrival } from '../../../src/simulate/application-answers.ts';
import { ConnectionLost } from '../../../src/simulate/peer/line.ts';
import { SessionLost } from '../../../src/simulate/peer/steady.ts';
import { SteadyApplicationCenter } from '../../../src/simulate/steady-center.ts';
import { SteadyStation } from '../../../src/simulate/steady-station.ts';
import { bsEui, epEui } from '../../domain/message/log-store.ts';
import type { Machine } from '../machine.ts';
import type { Chance } from '../random.ts';
import type { Network } from './network.ts';
import type { Notes } from './notes.ts';
import { CENTERS, ENDPOINTS, STATIONS } from './whole-base.ts';

/** Between two telegrams of an endpoint, milliseconds. */
const TELEGRAM_MS = { least: 2 * MINUTE_MS, most: 20 * MINUTE_MS };
const DOWNLINK_MS = { least: 3 * MINUTE_MS, most: 20 * MINUTE_MS };
const AGAIN_MS = 5000;
const MOST_HEARD_BY = 3;

export interface PeersParts {
  readonly machine: Machine;
  readonly network: Network;
  readonly chance: Chance;
  readonly notes: Notes;
}

/** Base stations, application centers, and endpoints that send now and then: they go on whatever becomes of the program. */
export class Peers {
  /** Whether endpoints send and centers queue downlinks. */
  busy = false;
  readonly #parts: PeersParts;
  readonly #stations: (SteadyStation | undefined)[] = Array.from({ length: STATIONS }, () => undefined);
  readonly #counters: number[] = Array.from({ length: ENDPOINTS }, () => 0);
  #queued = 0;

  constructor(parts: PeersParts) {
    this.#parts = parts;
    for (let n = 0; n < STATIONS; n++) this.#begin(`station ${n + 1}`, () => this.#station(n));
    for (const acEui of CENTERS) this.#begin(`center ${acEui}`, () => this.#center(acEui));
    for (let n = 0; n < ENDPOINTS; n++) this.#now(TELEGRAM_MS, () => this.#send(n));
  }

  /** Tries until it has connected for the first time; from then on it does so by itself. */
  #begin(what: string, start: () => Promise<void>): void {
    const begin = () =>
      start().catch((cause: unknown) => {
        if (cause instanceof ConnectionLost) this.#parts.machine.outside.after(AGAIN_MS, begin);
        else this.#parts.notes.wrong(`${what}: ${String(cause)}`);
      });
    void begin();
  }

  /** Does something again and again, as long as there is something to do. */
  #now({ least, most }: { readonly least: number; readonly most: number }, act: () => void): void {
    const { machine, chance } = this.#parts;
    machine.outside.after(chance.between(least, most), () => {
      if (this.busy) act();
      this.#now({ least, most }, act);
    });
  }

  #dialling(port: string, subject: string) {
    const { machine, network } = this.#parts;
    const open = (signal: AbortSignal) => network.dial(port, subject, signal);
    return { host: '', port: 0, clock: machine.outside, open, loggedFrames: 0 };
  }

  async #station(n: number): Promise<void> {
    const { machine, notes } = this.#parts;
    const eui = bsEui(n + 1);
    this.#stations[n] = await SteadyStation.start({
      clock: machine.outside,
      station: {
        ...this.#dialling('bssci', eui),
        bsEui: eui,
        onDownlink: ({ what, transmission }) => {
          if (what === 'sent' && transmission) notes.transmitted(Buffer.from(transmission.userData).toString());
        },
      },
    });
  }

  async #center(acEui: string): Promise<void> {
    const { machine, notes } = this.#parts;
    const center: SteadyApplicationCenter = await SteadyApplicationCenter.start({
      clock: machine.outside,
      onConnected: (_, resumed) => notes.connected(acEui, resumed),
      options: () => ({
        ...this.#dialling('scaci', acEui),
        acEui,
        take: arrival => this.#take(acEui, arrival),
        onComplaint: about => notes.wrong(`center ${acEui}: ${about}`),
      }),
    });
    this.#now(DOWNLINK_MS, () => this.#queue(acEui, center));
  }

  #take(acEui: string, arrival: Arrival): void {
    const { notes } = this.#parts;
    if (arrival.command === 'ulData') notes.delivered(acEui, `${arrival.epEui}:${arrival.packetCnt}`);
    if (arrival.command === 'dlDataRes') notes.ended(`${acEui}:${arrival.queId}`, arrival.result);
  }

  #queue(acEui: string, center: SteadyApplicationCenter): void {
    const { chance, notes } = this.#parts;
    const queId = ++this.#queued;
    const tag = `${acEui}:${queId}`;
    notes.queued(tag);
    const message = {
      ...{ epEui: epEui(1 + chance.below(ENDPOINTS)), queId: BigInt(queId), cntDepend: false },
      userData: [Buffer.from(tag)],
    };
    const asked = center.request('dlDataQue', message).then(
      () => notes.accepted(tag),
      (cause: unknown) => {
        if (!(cause instanceof SessionLost)) notes.wrong(`downlink ${tag}: ${String(cause)}`);
      },
    );
    background(asked, cause => notes.wrong(String(cause)));
  }

  #send(n: number): void {
    const { machine, chance } = this.#parts;
    const packetCnt = (this.#counters[n] ?? 0) + 1;
    this.#counters[n] = packetCnt;
    const first = chance.below(STATIONS);
    for (let heard = chance.between(1, MOST_HEARD_BY); heard > 0; heard--) {
      const station = (first + heard) % STATIONS;
      machine.outside.after(chance.below(400), () => this.#hear(epEui(n + 1), packetCnt, station));
    }
  }

  #hear(eui: Eui, packetCnt: number, n: number): void {
    const { machine, notes } = this.#parts;
    const station = this.#stations[n];
    if (!station) return;
    const key = `${eui}:${packetCnt}`;
    notes.sent(key);
    const uplink = {
      ...{ epEui: eui, rxTime: machine.outside.nowNs(), packetCnt, snr: 5 + n, rssi: -90 - n },
      ...{ userData: Buffer.from(key), dlOpen: packetCnt % 2 === 0, responseExp: false, dlAck: packetCnt % 4 === 0 },
    };
    const heard = station.hear(uplink).then(
      () => notes.acknowledged(key),
      (cause: unknown) => notes.wrong(`telegram ${key}: ${String(cause)}`),
    );
    background(heard, cause => notes.wrong(String(cause)));
  }
}
