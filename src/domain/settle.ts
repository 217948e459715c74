import type { Db } from '../database/driver.ts';
import { type Recovered, recoveryText } from '../database/recovery/recovered.ts';
import { tablesOf } from '../database/snapshot/snapshot.ts';
import { goneAccounts, takeAwayAgain } from './account/gone.ts';
import { deleteAgain, deletedKeys } from './apikey/gone.ts';
import { leaveDeletedEndpoints } from './device/settle.ts';
import { mendChains } from './event/audit-mend.ts';
import { eventStore, salvagedAudit } from './event/event-store.ts';
import { RECOVERED } from './installation/installation-store.ts';
import { historyStore } from './message/history.ts';
import { placeReader } from './message/places.ts';
import { ReceptionCodec } from './message/reception.ts';
import { forgetCalls } from './once/contents.ts';
import { forgetSignIns } from './signin/contents.ts';
import { endSessions, leaveOutDownlinks, leaveOutEvents, leaveOutPlaces } from './start-over.ts';
import { newestReader } from './uplink/newest.ts';
import { RecentKeys } from './uplink/recent.ts';

/** Messages of one block, as the writer seals them. */
const BLOCK_MESSAGES = 4096;

/** Makes what was put together after a damage fit for going on: nothing that was given out since is given again, and peers start anew. */
export function settle(db: Db, found: Recovered, now: number): void {
  const all = tablesOf(db);
  const whole = new Set(found.salvage?.whole);
  const continuous = all.every(table => whole.has(table));
  const known = (...tables: readonly string[]) => tables.every(table => whole.has(table));
  buildDerived(db, now);
  const placed = ['message', 'late_reception', 'notice', 'integration_notice', 'downlink', 'counter'];
  if (!known(...placed)) leaveOutPlaces(db);
  if (!known('downlink')) leaveOutDownlinks(db, now);
  if (!continuous) {
    endSessions(db, now);
    forgetCalls(db);
  }
  const chains = mendChains(db, known(...salvagedAudit.tables), now);
  leaveDeletedEndpoints(db);
  const detail = [recoveryText(found), ...(chains > 0 ? [`audit chains with a gap: ${chains}`] : [])].join(', ');
  const scEui = db.prepare("SELECT value FROM meta WHERE key = 'sc_eui'").get() as { value: string } | undefined;
  eventStore(db).raise({
    type: 'system.database_error',
    org: null,
    sourceId: scEui?.value,
    at: now,
    storedAt: now,
    data: { message: detail },
  });
  if (!known('event')) leaveOutEvents(db);
  if (!known('organization', 'user', 'membership')) takeAwayAgain(db, goneAccounts(db), now);
  if (!known('user', 'sign_in', 'refresh_token')) forgetSignIns(db);
  if (!known('api_key')) deleteAgain(db, deletedKeys(db), now);
  db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(
    RECOVERED,
    JSON.stringify({ at: now, detail }),
  );
}

/** Seals what was read out of a log without its blocks; all of it as the unsealed rest would not fit into memory. */
function buildDerived(db: Db, now: number): void {
  const history = historyStore(db);
  const read = newestReader(db, new ReceptionCodec());
  const places = placeReader(db, ['message']);
  for (;;) {
    const sealedUpTo = history.sealedUpTo();
    const last = places.end(sealedUpTo, BLOCK_MESSAGES);
    if (last === undefined) return;
    const { unsealed } = read(sealedUpTo, new RecentKeys(BLOCK_MESSAGES), last);
    for (const _ of history.sealing(unsealed, now, Number.MAX_SAFE_INTEGER));
    if (history.activityWaits()) while (history.mergeActivity());
  }
}
