import type { EventType } from '../domain/event/catalog.ts';
import type { ListenerName } from '../pki/served.ts';

/** Once may be chance: files are written one after the other, and the service may just have too much to do. */
const FINDINGS = 2;

type Tell = (
  type: Extract<EventType, 'system.listener_failed' | 'system.listener_recovered'>,
  data: { readonly name: string; readonly port: number; readonly message: string },
) => void;

/** Tells once that a listener takes no connections or does not load its certificate, and once that it does again. */
export class ListenerTroubles {
  readonly #tell: Tell;
  /** How often in a row something was found wrong. */
  readonly #found = new Map<ListenerName, number>();

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** @param message what a look has found wrong; undefined for nothing */
  found(name: ListenerName, port: number | null, message: string | undefined): void {
    const before = this.#found.get(name) ?? 0;
    const count = message === undefined ? 0 : before + 1;
    this.#found.set(name, count);
    const data = { name, port: port ?? 0, message: message ?? '' };
    if (count === FINDINGS) this.#tell('system.listener_failed', data);
    if (count === 0 && before >= FINDINGS) this.#tell('system.listener_recovered', data);
  }
}
