import type { EventType } from '../domain/event/catalog.ts';
import type { Verdict } from '../kit/faults/finding.ts';
import type { ListenerName } from '../pki/served.ts';

/** Once may be chance: files are written one after the other, and the service may just have too much to do. */
const IN_A_ROW = 2;

type Raise = (
  type: Extract<EventType, 'system.listener_failed' | 'system.listener_recovered'>,
  data: { readonly name: string; readonly port: number; readonly message: string },
) => void;

/** Raises one event when a listener takes no connections or does not load its certificate, and one when it does again. */
export class ListenerEvents {
  readonly #raise: Raise;
  /** How often in a row something was found wrong. */
  readonly #count = new Map<ListenerName, number>();

  constructor(raise: Raise) {
    this.#raise = raise;
  }

  /** @param wrong what a check has found wrong; undefined for nothing */
  found(name: ListenerName, port: number | null, wrong: Verdict | undefined): void {
    const before = this.#count.get(name) ?? 0;
    const count = wrong === undefined ? 0 : before + 1;
    this.#count.set(name, count);
    const data = { name, port: port ?? 0, message: wrong?.text ?? '' };
    if (count === IN_A_ROW) this.#raise('system.listener_failed', data);
    if (count === 0 && before >= IN_A_ROW) this.#raise('system.listener_recovered', data);
  }
}
