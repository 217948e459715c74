import { setTimeout as pause } from 'node:timers/promises';
import { background, impossible } from '../../../src/kit/background.ts';
import { parseEui } from '../../../src/kit/eui.ts';
import { systemClock } from '../../../src/kit/time/clock.ts';
import { climatePayload } from '../../../src/simulate/endpoint.ts';
import { AnnouncedStation } from '../../load/announced-station.ts';
import { FleetStation } from '../../load/fleet-station.ts';
import { Histogram } from '../../load/histogram.ts';
import { type UplinkTemplate, uplinkTemplate } from '../../load/lean-uplink.ts';
import type { FleetOrder, FleetPart, FleetProgress, FleetTotals } from './fleet-orders.ts';

/** An uplink that has no answer by then is lost. */
const LOST_MS = 5000;
const DRAIN_POLL_MS = 100;
const TICK_MS = 2;
/** Between two attempts of one station, and as much again by chance: so that not all come back together. */
const REDIAL_MS = 1000;

/** Which endpoints a station was told of, a bit each. */
class Known {
  readonly #bits: Uint8Array;
  count = 0;

  constructor(endpoints: number) {
    this.#bits = new Uint8Array(Math.ceil(endpoints / 8));
  }

  /** @returns false when it was told of that one before */
  add(endpoint: number): boolean {
    const held = this.#bits[endpoint >>> 3] ?? 0;
    const bit = 1 << (endpoint & 7);
    if (held & bit) return false;
    this.#bits[endpoint >>> 3] = held | bit;
    this.count++;
    return true;
  }

  clear(): void {
    this.#bits.fill(0);
    this.count = 0;
  }
}

function freshCounts() {
  return {
    joinedMs: [] as number[],
    connectMs: new Histogram(),
    latency: new Histogram(),
    lateness: new Histogram(),
    firstMs: undefined as number | undefined,
    lastMs: undefined as number | undefined,
    ...{ answered: 0, repeated: 0, again: 0, resumed: 0, failedDials: 0, dropped: 0 },
    ...{ sent: 0, refused: 0, inTime: 0, late: 0 },
  };
}

/** The stations of one process. */
export class Stations {
  readonly #part: FleetPart;
  readonly #places: { readonly station: FleetStation; readonly known: Known }[];
  readonly #templates: (UplinkTemplate | undefined)[];
  readonly #counters: Uint32Array;
  #counts = freshCounts();
  #dial = { port: 0, at: 0, dialMs: 0 };
  /** Stations wait for it before they dial. */
  #gate = Promise.withResolvers<void>();
  #begun = false;
  #waiting = true;
  #rate = 0;
  #due = 0;
  #nextEndpoint: number;
  #lastRxTime = 0n;
  readonly #said = new Set<string>();

  constructor(part: FleetPart) {
    this.#part = part;
    this.#templates = part.endpoints.map(() => undefined);
    this.#counters = new Uint32Array(part.endpoints.length);
    this.#nextEndpoint = part.sender.first;
    this.#places = part.stations.map(station => this.#placeOf(station));
    setInterval(() => this.#tick(), TICK_MS);
  }

  dial({ port, at, dialMs, uplinksPerSecond }: Extract<FleetOrder, { order: 'dial' }>): void {
    this.#counts = freshCounts();
    this.#dial = { port, at, dialMs };
    this.#rate = (uplinksPerSecond * this.#places.length) / this.#part.stationCount;
    this.#due = 0;
    this.#waiting = false;
    this.#gate.resolve();
    if (this.#begun) return;
    this.#begun = true;
    // Those that connect now stay connected by themselves from then on.
    for (const { station } of this.#places) background(this.#arrive(station), impossible);
  }

  wait(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#gate = Promise.withResolvers();
  }

  async finish(): Promise<FleetTotals> {
    this.#rate = 0;
    const until = Date.now() + LOST_MS;
    const open = () => this.#places.some(({ station }) => station.unanswered > 0);
    while (open() && Date.now() < until) await pause(DRAIN_POLL_MS);
    const { joinedMs, connectMs, latency, lateness, ...counts } = this.#counts;
    return {
      ...this.progress(),
      ...counts,
      joinedMs,
      connectMs: connectMs.dump(),
      latency: latency.dump(),
      lateness: lateness.dump(),
    };
  }

  progress(): FleetProgress {
    const { joinedMs, answered, repeated, again, firstMs, lastMs } = this.#counts;
    const known = this.#places.reduce((sum, place) => sum + place.known.count, 0);
    return { joined: joinedMs.length, known, answered, repeated, again, firstMs, lastMs };
  }

  #placeOf({ place, bsEui, cert, key }: FleetPart['stations'][number]) {
    const { ca, stationCount, endpoints } = this.#part;
    const firstEui = BigInt(`0x${endpoints[0]}`);
    const known = new Known(endpoints.length);
    let attempts = 0;
    let connected = false;
    /** The `dial` that the attempts belong to, and when the first was made. */
    let dialAt = 0;
    let begunAt = 0;
    const station = new FleetStation({
      station: () => ({ bsEui, cert, key, ca, host: '127.0.0.1', port: this.#dial.port }),
      clock: systemClock,
      giveUpMs: Number.POSITIVE_INFINITY,
      open: async options => {
        if (connected && !this.#waiting) this.#counts.dropped++;
        connected = false;
        await this.#gate.promise;
        const { at, dialMs } = this.#dial;
        if (dialAt !== at) {
          attempts = 0;
          dialAt = at;
          await pause(Math.max(0, at + (place * dialMs) / stationCount - Date.now()));
          begunAt = Date.now();
        } else await pause(REDIAL_MS * (1 + Math.random()));
        // The port may have changed since it was asked for.
        const dialled = { ...options, port: this.#dial.port };
        attempts++;
        try {
          const session = await AnnouncedStation.join(dialled, ({ epEui, repeated }) => {
            this.#told(known, Number(epEui - firstEui), repeated);
          });
          connected = true;
          const now = Date.now();
          if (session.connected?.snResume) this.#counts.resumed++;
          else known.clear();
          if (begunAt > 0) {
            this.#counts.joinedMs.push(now - at);
            this.#counts.connectMs.add(now - begunAt);
            begunAt = 0;
          }
          return session;
        } catch (error) {
          this.#counts.failedDials++;
          this.#sayOnce((error as Error).message);
          throw error;
        }
      },
      reports: {
        answered: (_, latencyMs) => {
          this.#counts.latency.add(latencyMs);
          if (latencyMs <= LOST_MS) this.#counts.inTime++;
          else this.#counts.late++;
        },
        refused: () => {
          this.#counts.refused++;
        },
        reconnected: () => undefined,
        gaveUp: error => {
          console.error(`station ${bsEui} gave up after ${attempts} attempts: ${error.message}`);
        },
      },
    });
    return { station, known };
  }

  async #arrive(station: FleetStation): Promise<void> {
    for (;;) {
      try {
        return await station.connect();
      } catch {
        // Counted where it failed; the next attempt has its pause there, too.
      }
    }
  }

  #sayOnce(message: string): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    console.error(`a station could not connect: ${message}`);
  }

  #told(known: Known, endpoint: number, repeated: boolean): void {
    const counts = this.#counts;
    const now = Date.now() - this.#dial.at;
    counts.answered++;
    counts.firstMs ??= now;
    counts.lastMs = now;
    if (repeated) counts.repeated++;
    else if (!known.add(endpoint)) counts.again++;
  }

  /** Every station has its share of the rate; what would be due at one that is not connected is heard by none. */
  #tick(): void {
    if (this.#rate === 0) return;
    const elapsedMs = Date.now() - this.#dial.at;
    for (; (this.#due * 1000) / this.#rate <= elapsedMs; this.#due++) {
      const station = this.#places[this.#due % this.#places.length]?.station;
      if (!station?.connection) continue;
      this.#counts.lateness.add(elapsedMs - (this.#due * 1000) / this.#rate);
      this.#send(station);
    }
  }

  #send(station: FleetStation): void {
    const endpoint = this.#nextEndpoint;
    const { first, step } = this.#part.sender;
    this.#nextEndpoint = endpoint + step < this.#part.endpoints.length ? endpoint + step : first;
    const eui = parseEui(this.#part.endpoints[endpoint] ?? '');
    if (!eui) throw new Error('not an EUI');
    const template = this.#templates[endpoint] ?? uplinkTemplate(eui, { snr: 12.5, rssi: -98.5 });
    this.#templates[endpoint] = template;
    const packetCnt = (this.#counters[endpoint] ?? 0) + 1;
    this.#counters[endpoint] = packetCnt;
    const now = systemClock.nowNs();
    this.#lastRxTime = now > this.#lastRxTime ? now : this.#lastRxTime + 1n;
    this.#counts.sent++;
    const userData = climatePayload(packetCnt);
    station.send({ endpoint, packetCnt, rxTime: this.#lastRxTime, userData }, template);
  }
}
