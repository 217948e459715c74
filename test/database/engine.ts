import type { AnyEngine, Engine } from '../../src/database/driver.ts';

const ENGINES: readonly Engine[] = ['better-sqlite3', 'node:sqlite'];
const named = process.env.TEST_STORE_ENGINE ?? 'better-sqlite3';

/** What the store's tests run on: `TEST_STORE_ENGINE`, by default what an installation from source runs on. */
export const engine: AnyEngine = named === 'sim' ? await simulated() : nameOf(named);

/** The same for processes of their own, which only know engines by name. */
export const processEngine: Engine = named === 'sim' ? 'better-sqlite3' : nameOf(named);

async function simulated(): Promise<AnyEngine> {
  const { hostEngine } = await import('../sim/engine.ts');
  return hostEngine();
}

function nameOf(name: string): Engine {
  const found = ENGINES.find(each => each === name);
  if (!found) throw new Error(`TEST_STORE_ENGINE is ${ENGINES.join(', ')} or sim, not ${name}`);
  return found;
}
