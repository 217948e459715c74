import type { Outcome } from './driver.ts';
import type { Failure } from './failure.ts';

/** Shorter ones are words that may stand anywhere. */
const SHORTEST = 4;

/** Hides secrets in what drivers, libraries and targets say: a second line behind the rule that none of them is to say one. */
export class Hidden {
  readonly #secrets: readonly string[];

  constructor(secrets: readonly string[]) {
    // One may be a part of another.
    this.#secrets = secrets.filter(({ length }) => length >= SHORTEST).toSorted((a, b) => b.length - a.length);
  }

  text(text: string): string {
    let cleaned = text;
    for (const secret of this.#secrets) cleaned = cleaned.replaceAll(secret, '***');
    return cleaned;
  }

  failure(failure: Failure): Failure {
    return { ...failure, reason: this.text(failure.reason) };
  }

  outcome(outcome: Outcome): Outcome {
    if (outcome.kind === 'accepted') return outcome;
    if (outcome.kind === 'refused') return { kind: 'refused', reason: this.text(outcome.reason) };
    return { kind: 'failed', failure: this.failure(outcome.failure) };
  }
}
