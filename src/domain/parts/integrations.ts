import type { Db } from '../../database/driver.ts';
import type { EffectiveBlueprints } from '../blueprint/effective.ts';
import type { Events } from '../event/event-store.ts';
import type { EventLog } from '../event/log.ts';
import { backlogStore } from '../integration/backlog.ts';
import { descriptionReader } from '../integration/descriptions.ts';
import { deviceReader } from '../integration/devices.ts';
import { logEnds } from '../integration/ends.ts';
import { fieldTypeStore } from '../integration/field-types.ts';
import { installationReaders } from '../integration/installation.ts';
import { integrationReader } from '../integration/integration-rows.ts';
import { integrationStore } from '../integration/integration-store.ts';
import { itemReader } from '../integration/items.ts';
import { integrationNotices } from '../integration/notices.ts';
import { progressStore } from '../integration/progress.ts';
import { queuedReader } from '../integration/queued.ts';
import { replayStore } from '../integration/replays.ts';
import { WantedEvents } from '../integration/wanted.ts';
import type { decodedReader } from '../message/decoded.ts';
import type { Log } from '../message/log.ts';
import type { Messages } from '../message/message-store.ts';
import type { Repeatable } from '../once/once-store.ts';

/** Targets outside, what each of them is owed, and how far it has come. */
export function integrationsPart(
  db: Db,
  {
    events,
    eventLog,
    repeatable,
    effective,
    log,
    messages,
    decoded,
    takePlace,
    maxAgeMs,
    signIn,
  }: {
    readonly events: Events;
    readonly eventLog: EventLog;
    readonly repeatable: Repeatable;
    readonly effective: EffectiveBlueprints;
    readonly log: Log;
    readonly messages: Messages;
    readonly decoded: ReturnType<typeof decodedReader>;
    /** Takes the next place of the log. */
    takePlace(): number;
    /** For how long what one waits for is kept although room is needed. */
    readonly maxAgeMs: number;
    readonly signIn: boolean;
  },
) {
  const reader = integrationReader(db);
  const devices = deviceReader(db, effective);
  const installation = installationReaders(db, signIn);
  const ends = logEnds({ messages, eventLog });
  const wanted = new WantedEvents(db);
  const changed = () => wanted.forget();
  const notices = integrationNotices(db, { events, reader, devices, installation, wanted, takePlace });
  const changes = integrationStore(db, { events, reader, ends, changed, repeatable });
  const progress = progressStore(db, { events, reader, changed });
  const queued = queuedReader(db, { eventLog, devices, installation });
  return {
    groups: {
      integrations: {
        ...reader,
        ...changes,
        ...progress,
        ...fieldTypeStore(db),
        ...replayStore(db, { reader, ends, repeatable }),
        ...descriptionReader(db),
        ...itemReader(db, { log, messages, eventLog, devices, installation, ...decoded }),
        queued: queued.queued,
        answer: notices.answer,
        forget: changed,
      },
    },
    ...{ reader, changes, progress, ends, notices },
    backlog: backlogStore(db, { events, reader, queued, maxAgeMs }),
  };
}
