import type { StateChange } from './delivery/source.ts';
import type { Failure } from './failure.ts';

/** platform API 20.5 */
export type State = 'connecting' | 'connected' | 'delivering' | 'failing' | 'paused' | 'disabled';

/** From so many failures in a row on it is failing. */
const MANY_FAILURES = 3;
/** An integration that was connected is told to be away when the first try to come back has failed, too. */
const AWAY_FAILURES = 2;

/** What there is to be told after a change. */
export interface News {
  readonly type: StateChange;
  /** Failures in a row. */
  readonly attempts: number;
  readonly reason: string;
}

/** In which state an integration is, and when that is worth an event: never each attempt, and both ends of a story or none. */
export class Condition {
  #phase: 'connecting' | 'open' | 'waiting' | 'gone' = 'connecting';
  #failures = 0;
  #lastFailure: Failure | undefined;
  #told: StateChange | undefined;

  /** In a row. */
  get failures(): number {
    return this.#failures;
  }

  /** @param busy whether something is under way or waits to be sent */
  state(busy: boolean): State {
    if (this.#phase === 'gone') return 'disabled';
    if (this.#lastFailure?.notAllowed) return 'paused';
    if (this.#failures >= MANY_FAILURES) return 'failing';
    if (this.#phase !== 'open') return 'connecting';
    return busy ? 'delivering' : 'connected';
  }

  connecting(): void {
    this.#phase = 'connecting';
  }

  opened(): void {
    this.#phase = 'open';
    if (this.#lastFailure?.notAllowed) this.#lastFailure = undefined;
  }

  /** The target has answered, or nothing was to be sent and the connection has stood for a while. */
  proved(): News | undefined {
    const attempts = this.#failures;
    this.#failures = 0;
    this.#lastFailure = undefined;
    if (this.#told === 'failing') return this.#tell('recovered', attempts, '');
    return this.#told === 'connected' || this.#told === 'recovered' ? undefined : this.#tell('connected', attempts, '');
  }

  failed(failure: Failure): News | undefined {
    this.#failures++;
    this.#lastFailure = failure;
    this.#phase = failure.gone ? 'gone' : 'waiting';
    if (this.#told === 'failing') return undefined;
    const { reason } = failure;
    if (failure.gone || this.#failures >= MANY_FAILURES) return this.#tell('failing', this.#failures, reason);
    const wasThere = this.#told === 'connected' || this.#told === 'recovered';
    return wasThere && this.#failures >= AWAY_FAILURES ? this.#tell('disconnected', this.#failures, reason) : undefined;
  }

  #tell(type: StateChange, attempts: number, reason: string): News {
    this.#told = type;
    return { type, attempts, reason };
  }
}
