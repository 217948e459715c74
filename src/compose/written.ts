import type { Db } from '../database/driver.ts';
import type { Written } from '../database/writer.ts';
import { domain } from '../domain/domain.ts';
import type { DomainOptions } from '../domain/options.ts';

/** What the thread that writes works with: what is in the database, and what its commits bring about. */
export function written(db: Db, options: DomainOptions): Written {
  const functions = domain(db, options);
  const { orders, uplinks, events, announcing, alerts, integrations } = functions;
  return {
    functions,
    orders,
    newest: uplinks.newestSeq,
    news: events.takeNews,
    forget() {
      uplinks.forget();
      events.forget();
      announcing.forget();
      alerts.forget();
      integrations.forget();
    },
  };
}
