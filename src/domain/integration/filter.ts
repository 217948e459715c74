import { type ItemEvent, type ItemFilter, usualEvents } from './integration-records.ts';

/** What filters look at of the endpoint that an item is about. */
export interface Subject {
  readonly epEui: string;
  /** Uuid; null: none. */
  readonly model: string | null;
  readonly tags: Readonly<Record<string, string>>;
}

/** A filter as it is asked, for each item anew. */
export interface Choice {
  readonly events: ReadonlySet<string>;
  /** All endpoints pass. */
  readonly open: boolean;
  /** @param subject undefined: it is about no endpoint */
  passes(subject: Subject | undefined): boolean;
}

/**
 * What is for one integration alone: answers to its commands, where it asks for their kind, and what a rule sends to it.
 * @param integration row id of the one; null: for all, and filters decide
 * @returns undefined: filters decide
 */
export function isOwn(
  { events }: Choice,
  id: number,
  { event, integration }: { readonly event: string; readonly integration: number | null },
): boolean | undefined {
  if (integration === null) return undefined;
  return integration === id && (event === 'rule' || events.has(event));
}

/** The kinds of items that it gets. */
export function eventsOf({ eventTypes }: Pick<ItemFilter, 'eventTypes'>): readonly ItemEvent[] {
  return eventTypes.length > 0 ? eventTypes : usualEvents;
}

export function choiceOf({ eventTypes, epEuis, deviceModels, epTags }: ItemFilter): Choice {
  const euis: ReadonlySet<string> = new Set(epEuis);
  const models: ReadonlySet<string> = new Set(deviceModels);
  const tags = Object.entries(epTags);
  const anyName = euis.size === 0 && models.size === 0;
  return {
    events: new Set(eventsOf({ eventTypes })),
    open: anyName && tags.length === 0,
    passes(subject) {
      if (!subject) return true;
      const { epEui, model, tags: own } = subject;
      const named = anyName || euis.has(epEui) || (model !== null && models.has(model));
      return named && tags.every(([name, value]) => own[name] === value);
    },
  };
}

/** Choices are made once for a filter: a reader hands in the same one again. */
export function choices(): (filter: ItemFilter) => Choice {
  const made = new WeakMap<ItemFilter, Choice>();
  return filter => {
    const known = made.get(filter);
    if (known) return known;
    const choice = choiceOf(filter);
    made.set(filter, choice);
    return choice;
  };
}
