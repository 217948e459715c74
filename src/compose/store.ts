import { threadsOf } from '../database/driver.ts';
import { type DatabaseSettings, openDatabase } from '../database/open.ts';
import { domain, type Store } from '../domain/domain.ts';
import type { DomainOptions } from '../domain/options.ts';

/**
 * Makes sure of a database that can be used (`prepareDatabase`) and starts its threads. The caller has the database for itself.
 * @throws what says in one sentence why there is none
 */
export function openStore(settings: DatabaseSettings, options: DomainOptions = {}): Promise<Store> {
  const thread = threadsOf(settings.engine);
  return openDatabase(settings, {
    functions: db => domain(db, options),
    options,
    writer: started => thread('compose/writer', started),
    reader: started => thread('compose/scanner', started),
  });
}
