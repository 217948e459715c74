import type { DamagedLine } from '../domain/center/center-records.ts';
import type { Eui } from '../kit/eui.ts';
import type { ScaciOptions } from './options.ts';

/** Named in one event; the log has all of them. */
const MOST_NAMED = 16;

export function placeOf({ command, seq }: DamagedLine): string {
  return `${command} at ${seq}`;
}

/** Operators learn what an application center was owed and does not get, because it cannot be read any more. */
export async function reportDamaged(
  { store, clock, log }: Pick<ScaciOptions, 'store' | 'clock' | 'log'>,
  acEui: Eui,
  session: number,
  places: readonly string[],
): Promise<void> {
  log.error({ acEui, session, places }, 'lines of the log cannot be read, they are not delivered');
  const more = places.length > MOST_NAMED ? ` and ${places.length - MOST_NAMED} more` : '';
  const named = `${places.slice(0, MOST_NAMED).join(', ')}${more}`;
  const message = `what application center ${acEui} is owed cannot be read and is not delivered: ${named}`;
  const about = { org: null, source: 'application_center' as const, acEui, sourceId: acEui };
  const at = clock.now();
  await store.write.events.raise({ type: 'system.database_error', ...about, at, storedAt: at, data: { message } });
}
