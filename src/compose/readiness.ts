import { Notifier } from '../kit/notifier.ts';

/** Whether everything is open, as health checks of the service are told. */
export class Readiness {
  readonly changed = new Notifier();
  #ready = false;

  get ready(): boolean {
    return this.#ready;
  }

  /** Every port is open. */
  begin(): void {
    this.#ready = true;
    this.changed.notify();
  }

  /** The stop begins. */
  end(): void {
    this.#ready = false;
    this.changed.notify();
  }
}
