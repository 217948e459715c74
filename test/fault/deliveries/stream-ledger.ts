import { endpointEui } from '../../bench/rig/rig.ts';
import type { Arrival } from './deliveries-ledger.ts';
import type { Read } from './nats-hub.ts';

/** More of them say nothing more. */
const MAX_FAILURES = 20;

/** What a stream holds of many boxes: every message once, those of each endpoint in their order. */
export class StreamLedger {
  readonly #failures: string[] = [];
  readonly #endpoints: number;
  readonly #each: number;
  /** By service center and endpoint: the counter that came last, and all that came. */
  readonly #newest = new Map<string, number>();
  readonly #seen = new Map<string, Set<number>>();
  readonly #ids = new Set<string>();
  #found = 0;
  #duplicates = 0;

  /** @param each messages of each box */
  constructor(boxes: readonly string[], each: number, endpoints: number) {
    this.#each = each;
    this.#endpoints = endpoints;
    for (const box of boxes) {
      for (let n = 1; n <= endpoints; n++) this.#seen.set(`${box}.${endpointEui(n)}`, new Set());
    }
  }

  /** One message of the stream. */
  read({ subject, messageId, text }: Read): void {
    const { epEui, packetCnt, deliveryId } = JSON.parse(text) as Arrival;
    const [, , scEui = '', , subjectEui] = subject.split('.');
    const key = `${scEui}.${epEui}`;
    const seen = this.#seen.get(key);
    this.#found++;
    if (!seen || subjectEui !== epEui) {
      this.#fail(`${key} ${packetCnt} under ${subject} is of nobody`);
      return;
    }
    if (!messageId.startsWith(`${scEui}-l-`)) this.#fail(`${key} ${packetCnt} has the message id ${messageId}`);
    const before = this.#newest.get(key) ?? 0;
    if (seen.has(packetCnt)) {
      this.#duplicates++;
      this.#fail(`${key} ${packetCnt} is there twice`);
    } else if (packetCnt < before) this.#fail(`${key} ${packetCnt} is there behind ${before}`);
    else if (this.#ids.has(deliveryId)) this.#fail(`${key} ${packetCnt} has a delivery id that another one has`);
    seen.add(packetCnt);
    this.#ids.add(deliveryId);
    this.#newest.set(key, Math.max(before, packetCnt));
  }

  get found(): number {
    return this.#found;
  }

  get duplicates(): number {
    return this.#duplicates;
  }

  get lost(): number {
    const boxes = this.#seen.size / this.#endpoints;
    const distinct = [...this.#seen.values()].reduce((sum, { size }) => sum + size, 0);
    return boxes * this.#each - distinct;
  }

  get failures(): readonly string[] {
    return this.lost === 0 ? this.#failures : [...this.#failures, `${this.lost} messages are not there`];
  }

  #fail(what: string): void {
    if (this.#failures.length < MAX_FAILURES) this.#failures.push(what);
  }
}
