import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolError } from '../../../src/protocol/errors.ts';
import { ConnectionLost } from '../../../src/simulate/peer/line.ts';
import { SessionLost } from '../../../src/simulate/peer/steady.ts';
import type { Registry, Slot } from './announcement-registry.ts';
import type { Witness } from './announcement-witness.ts';

const PAUSE_MS = 40;
const ATTACH_PART = 0.2;
const TWO_PART = 0.2;
const DETACH_PART = 0.05;
const RADIO = { snr: 12.5, rssi: -98 };

/** What is on the air: sensors attach, send and leave, through stations that know them. */
export class Air {
  telegrams = 0;
  attaches = 0;
  readonly #registry: Registry;
  readonly #witnesses: readonly Witness[];
  readonly #random: () => number;
  #running = false;

  constructor(registry: Registry, witnesses: readonly Witness[], random: () => number) {
    this.#registry = registry;
    this.#witnesses = witnesses;
    this.#random = random;
  }

  /** Ends when every telegram is answered, some time after `stop`. */
  async run(hands: number): Promise<void> {
    this.#running = true;
    const hand = async () => {
      while (this.#running) {
        const slot = this.#pick(this.#registry.of('fixed'));
        if (slot && !slot.busy) await this.#uplink(slot, slot.truth?.snKey || slot.truth?.nwkKey);
        await sleep(this.#random() * PAUSE_MS);
      }
    };
    const sensor = async (slot: Slot) => {
      while (this.#running) {
        if (!slot.busy) await this.#sensor(slot);
        await sleep(this.#random() * PAUSE_MS);
      }
    };
    await Promise.all([...Array.from({ length: hands }, hand), ...this.#registry.of('air').map(sensor)]);
  }

  stop(): void {
    this.#running = false;
  }

  async #sensor(slot: Slot): Promise<void> {
    const key = slot.sensor && Buffer.from(slot.sensor.nwkSnKey).toString('hex');
    const chance = this.#random();
    const known = this.#knowing(slot, key).length > 0;
    if (!known || chance < ATTACH_PART) await this.#attach(slot);
    else if (chance < ATTACH_PART + DETACH_PART) await this.#detach(slot, key);
    else await this.#uplink(slot, key);
  }

  /** One telegram, which one or two stations hear. */
  async #attach(slot: Slot): Promise<void> {
    const { sensor } = slot;
    const first = this.#pick(this.#witnesses);
    if (!sensor || !first) return;
    const second = this.#pick(this.#witnesses);
    const telegram = sensor.attachTelegram();
    slot.counter = { sent: 0, highest: 0 };
    slot.allow(Buffer.from(sensor.nwkSnKey).toString('hex'));
    const stations = new Set(second && this.#random() < TWO_PART ? [first, second] : [first]);
    const touch = slot.touch();
    this.attaches++;
    const before = slot.doubtful;
    slot.doubtful = () => true;
    const ends = await this.#onAir(slot, () =>
      Promise.all(
        [...stations].map(station => settled(station.start('att', { ...telegram, ...RADIO, rxTime: now() }))),
      ),
    );
    // An attach that is accepted replaces whatever was before it.
    const accepted = ends.every(end => end === 'answered');
    slot.alone = stations.size === 1 && (accepted || slot.alone);
    if (accepted) slot.doubtful = doubt([...stations]);
    else if (!ends.includes('lost')) slot.doubtful = doubt([...stations], before);
    touch.endedMs = performance.now();
  }

  async #detach(slot: Slot, key: string | undefined): Promise<void> {
    const station = this.#pick(this.#knowing(slot, key));
    if (!station) return;
    const touch = slot.touch();
    const det = { epEui: slot.eui, packetCnt: slot.counter.sent, sign: Buffer.alloc(4), ...RADIO, rxTime: now() };
    const before = slot.doubtful;
    slot.doubtful = () => true;
    const end = await this.#onAir(slot, () => settled(station.start('det', det)));
    // One that is not attached for the service center is not withdrawn by it from stations that think so.
    if (end !== 'lost') slot.doubtful = doubt([station], before);
    touch.endedMs = performance.now();
  }

  async #uplink(slot: Slot, key: string | undefined): Promise<void> {
    const station = this.#pick(this.#knowing(slot, key));
    if (!station) return;
    const packetCnt = slot.count();
    this.telegrams++;
    const uplink = { epEui: slot.eui, packetCnt, userData: Buffer.of(1, 2, 3), ...RADIO, rxTime: now() };
    const said = { dlOpen: false, responseExp: false, dlAck: false };
    await this.#onAir(slot, () => settled(station.start('ulData', { ...uplink, ...said })));
  }

  async #onAir<T>(slot: Slot, send: () => Promise<T>): Promise<T> {
    slot.inAir++;
    try {
      return await send();
    } finally {
      slot.inAir--;
    }
  }

  /** Stations that can read what the endpoint sends. */
  #knowing({ eui }: Slot, key: string | undefined): Witness[] {
    return this.#witnesses.filter(({ live, ledger }) => live && ledger.known.get(eui)?.key === key);
  }

  #pick<T>(among: readonly T[]): T | undefined {
    return among[Math.floor(this.#random() * among.length)];
  }
}

/** Completions that left on a connection that is over may not have arrived. */
function doubt(stations: readonly Witness[], before = () => false): () => boolean {
  const lines = stations.map(({ connection }) => connection);
  const already = before();
  return () => already || before() || lines.some(({ live }) => !live);
}

/** How an operation of a station ends; `lost` with its session, and whether it was carried out is not known. */
async function settled(answer: Promise<unknown>): Promise<'answered' | 'refused' | 'lost'> {
  try {
    await answer;
    return 'answered';
  } catch (error) {
    if (error instanceof ProtocolError) return 'refused';
    if (error instanceof SessionLost || error instanceof ConnectionLost) return 'lost';
    throw error;
  }
}

function now(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
