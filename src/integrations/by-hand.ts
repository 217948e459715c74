import type { Integration } from '../domain/integration/records.ts';
import type { Engine } from './engine.ts';
import type { TestResult } from './test-run.ts';

/** What people have done with an integration besides changing it, by whatever way they come. */
export interface ByHand {
  /** @throws Error where nothing is delivered */
  test(row: Integration): Promise<TestResult>;
}

/** @param engine absent where nothing is delivered */
export function byHand({ engine }: { readonly engine?: Pick<Engine, 'test'> }): ByHand {
  const running = () => {
    if (!engine) throw new Error('the service does not run, and only the service delivers: start it first');
    return engine;
  };

  return {
    test: async row => running().test(row),
  };
}
