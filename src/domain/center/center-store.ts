import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Events } from '../event/event-store.ts';
import type { Messages } from '../message/message-store.ts';
import { centerGroupStore } from './groups.ts';
import { centerLimitStore } from './limits.ts';
import { centerLineReader } from './lines.ts';
import { centerOperationStore } from './operations.ts';
import { centerSessionStore } from './sessions.ts';

/** Application centers: their sessions, what they are owed, and what they have asked for (SCACI 11). */
export function centerStore(
  db: Db,
  {
    events,
    messages,
    onlyRegistered,
    centerAway,
  }: {
    events: Events;
    messages: Pick<Messages, 'edges' | 'consistent'>;
    /** Whether centers get only what is of endpoints that they have registered (SCACI 9). */
    onlyRegistered: boolean;
    /** A center was connected when the process ended without a word. */
    centerAway(org: number, acEui: Eui, at: number): void;
  },
) {
  const newest = () => messages.edges().newest;
  const lines = centerLineReader(db, { messages, onlyRegistered });
  const groups = centerGroupStore(db);
  const sessions = centerSessionStore(db, { events, groups, newest, centerAway });
  const operations = centerOperationStore(db, { groups, lines, sessions, messages });
  const { latest, organization, begin, resume, activate, disconnect, touch, recover, organizationDeleted } = sessions;
  return {
    ...{ latest, organization, begin, resume, activate, disconnect, touch, recover, organizationDeleted },
    ...operations,
    ...centerLimitStore(db, { lines, sessions, newest }),
    lines: lines.lines,
    countLines: lines.count,
  };
}
