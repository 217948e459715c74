import type { Store } from '../domain/domain.ts';
import { Notifier } from '../kit/notifier.ts';
import { EventFeed } from '../rpc/event-feed.ts';

/** Tells those who follow the database what a commit has brought. */
export interface News {
  /** Messages, or downlinks of a station, became visible. */
  readonly messages: Notifier;
  readonly events: EventFeed;
  /** What callers may do, or a rule, may be another one. */
  readonly rights: Notifier;
  readonly endpoints: Notifier;
}

export function newsOf(store: Store): News {
  const news = { messages: new Notifier(), events: new EventFeed(), rights: new Notifier(), endpoints: new Notifier() };
  store.growthTo(() => news.messages.notify());
  store.newsTo(told => {
    news.events.tell(told);
    if (told.audited) news.rights.notify();
    if (told.endpoints) news.endpoints.notify();
  });
  return news;
}
