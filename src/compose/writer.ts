import { serveWriter } from '../database/writer.ts';
import { contents } from '../domain/contents.ts';
import { domain } from '../domain/domain.ts';
import type { DomainOptions } from '../domain/options.ts';

// The thread that writes: what the database is, joined with what is in it.
serveWriter(contents, (db, options: DomainOptions) => {
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
});
