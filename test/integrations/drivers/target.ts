import { itemEvents } from '../../../src/domain/integration/integration-records.ts';
import { connectorsOf, type Step } from '../../../src/integrations/dial.ts';
import type { Driver, FieldTypes, Item, Outcome, TargetContext } from '../../../src/integrations/driver.ts';
import { TargetGuard } from '../../../src/integrations/guard.ts';
import { euiFromBigInt } from '../../../src/kit/eui.ts';
import { createLog } from '../../../src/kit/log.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

export const EP = euiFromBigInt(0x70b3d56770110001n);
const log = await createLog({ level: 'silent', format: 'json' });

/** An item of the log with the next best payload. */
export function item(place: number, given: Partial<Item> = {}): Item {
  const { event = 'up', attempt = 1 } = given;
  const payload = given.payload ?? { v: 1, event, place };
  return {
    ...{ stream: 'log', place, event, deliveryId: `0198c0de-0000-8000-8000-${String(place).padStart(12, '0')}` },
    ...{ epEui: EP, bsEui: undefined, storedAt: 0, replay: false, attempt },
    ...given,
    payload,
    values: given.values ?? valuesIn(payload),
    text: () => JSON.stringify(payload),
  };
}

/** As a payload has them. */
export function valuesIn({ decoded }: Item['payload']): Item['values'] {
  return decoded && typeof decoded === 'object' ? new Map(Object.entries(decoded)) : undefined;
}

/** For targets that do not ask. */
export const NO_FIELD_TYPES: FieldTypes = { stored: () => new Map(), keep: () => Promise.resolve() };

/** What a driver works with, towards targets on this machine. */
export function targetContext<Settings>(
  settings: Settings,
  given: Partial<TargetContext<Settings>> & { readonly allow?: readonly string[] } = {},
): TargetContext<Settings> & { readonly clock: ManualClock } {
  const clock = new ManualClock();
  const { allow = ['127.0.0.1'], ...rest } = given;
  return {
    settings,
    log,
    ...connectorsOf({ guard: new TargetGuard({ allow, ownAddresses: () => [] }), clock }),
    embedded: undefined,
    command: () => Promise.resolve('stored'),
    lost: () => undefined,
    names: {
      ...{ installation: 'i', scEui: EP, integrationId: 'x', integrationName: 'target' },
      ...{ organizationId: 'o', organizationName: 'org' },
    },
    events: itemEvents,
    endpoints: { page: () => [], find: () => undefined, changed: () => new Promise(() => undefined) },
    fieldTypes: NO_FIELD_TYPES,
    ...rest,
    clock,
  };
}

/** Sends items together. */
export function sent(driver: Driver, ...items: Item[]): Promise<Outcome> {
  return new Promise(resolve => driver.send(items, resolve));
}

/** Opens a driver and keeps the steps that it tells of. */
export async function openedDriver(driver: Driver): Promise<readonly Step[]> {
  const steps: Step[] = [];
  await driver.open(new AbortController().signal, step => steps.push(step));
  return steps;
}
