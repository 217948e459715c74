import type { Engine } from '../../src/database/driver.ts';

const ENGINES: readonly Engine[] = ['better-sqlite3', 'node:sqlite'];
const named = process.env.TEST_STORE_ENGINE ?? 'better-sqlite3';
const found = ENGINES.find(engine => engine === named);
if (!found) throw new Error(`TEST_STORE_ENGINE is ${ENGINES.join(' or ')}, not ${named}`);

/** What the store's tests run on: `TEST_STORE_ENGINE`, by default what an installation from source runs on. */
export const engine: Engine = found;
