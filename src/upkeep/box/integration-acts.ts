import type { Integration } from '../../domain/integration/records.ts';
import type { ByHand, ShownParked, ShownReplay } from '../../integrations/by-hand.ts';
import type { RetryCounts } from '../../integrations/retries.ts';
import type { TestResult } from '../../integrations/test-run.ts';
import { fault } from '../../kit/faults.ts';
import { act } from './act.ts';
import { flagIn, listIn, membersOf, textIn, WrongInput, wholeIn } from './input.ts';

type Json = Readonly<Record<string, unknown>>;

/** The API as the operator of the box calls it, with the JSON of its messages. */
export interface ApiCalls {
  /** @throws Error that begins with the token */
  call(method: IntegrationMethod, request: Json, signal: AbortSignal): Promise<Json>;
}
type IntegrationMethod = 'CreateIntegration' | 'UpdateIntegration' | 'DeleteIntegration' | 'ListIntegrations';

/** An integration as commands show it; never with a secret. */
export interface ShownIntegration {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly enabled: boolean;
  readonly state: string;
  readonly queued: string;
  readonly parked: string;
  readonly lastError: string;
}

/** An integration as it is listed. */
export interface ListedIntegration extends ShownIntegration {
  readonly replays: readonly ShownReplay[];
}

export interface ReplayInput {
  readonly integration: string;
  /** Milliseconds, [from, to). */
  readonly from: number;
  /** Null: up to now. */
  readonly to: number | null;
  /** None: those of the integration. */
  readonly eventTypes: readonly string[];
}

export interface RetryInput {
  readonly integration: string;
  /** Null: everything that is parked. */
  readonly places: readonly number[] | null;
}

/** Parked items that go through the socket at once. */
export const MOST_PARKED = 1000;
/** The year 9999. */
const LATEST_MS = 253_402_300_799_999;
/** An organization has fewer. */
const ALL = { page_size: 100 };

/** What commands do about integrations. */
export function integrationActs({
  calls,
  byHand,
  find,
}: {
  readonly calls: ApiCalls;
  readonly byHand: ByHand;
  find(uuid: string): Integration | undefined;
}) {
  const list = async (signal: AbortSignal): Promise<readonly Json[]> => {
    const { integrations } = await calls.call('ListIntegrations', ALL, signal);
    return Array.isArray(integrations) ? (integrations as readonly Json[]) : [];
  };
  /** By its name, its id, or an end of that which no other has. */
  const idOf = async (wanted: string, signal: AbortSignal): Promise<string> => {
    const known = (await list(signal)).map(shown);
    const named = known.find(({ name }) => name === wanted);
    const meant = named ? [named] : known.filter(({ id }) => id.endsWith(wanted.toLowerCase()));
    const [one] = meant;
    if (one === undefined) throw fault('IntegrationNotFound', { id: wanted });
    if (meant.length > 1) throw new Error(`several integrations end with ${wanted}: name more of it`);
    return one.id;
  };
  const rowOf = async (wanted: string, signal: AbortSignal): Promise<Integration> => {
    const found = find(await idOf(wanted, signal));
    if (!found) throw fault('IntegrationNotFound', { id: wanted });
    return found;
  };

  return {
    'integrations.add': act(
      (input: unknown) => ({ text: textIn(membersOf(input), 'text') }),
      async ({ text }, { signal }): Promise<ShownIntegration> =>
        shown(await calls.call('CreateIntegration', { integration: parsed(text) }, signal)),
    ),

    'integrations.list': act(
      (input: unknown) => membersOf(input) && {},
      async (_, { signal }): Promise<readonly ListedIntegration[]> => {
        const known = (await list(signal)).map(shown);
        return Promise.all(
          known.map(async each => {
            const row = find(each.id);
            return { ...each, replays: row ? await byHand.replays(row, signal) : [] };
          }),
        );
      },
    ),

    'integrations.enable': act(
      (input: unknown) => {
        const members = membersOf(input);
        return { integration: textIn(members, 'integration'), enabled: flagIn(members, 'enabled') };
      },
      async ({ integration, enabled }, { signal }): Promise<ShownIntegration> => {
        const id = await idOf(integration, signal);
        return shown(
          await calls.call('UpdateIntegration', { integration: { id, enabled }, update_mask: 'enabled' }, signal),
        );
      },
    ),

    'integrations.remove': act(
      (input: unknown) => ({ integration: textIn(membersOf(input), 'integration') }),
      async ({ integration }, { signal }): Promise<string> => {
        const id = await idOf(integration, signal);
        await calls.call('DeleteIntegration', { id }, signal);
        return id;
      },
    ),

    'integrations.test': act(
      (input: unknown) => ({ integration: textIn(membersOf(input), 'integration') }),
      async ({ integration }, { signal }): Promise<TestResult> => byHand.test(await rowOf(integration, signal)),
    ),

    'integrations.parked': act(
      (input: unknown) => {
        const members = membersOf(input);
        return { integration: textIn(members, 'integration'), most: wholeIn(members, 'most', 1, MOST_PARKED) };
      },
      async ({ integration, most }, { signal }): Promise<{ total: number; parked: readonly ShownParked[] }> => {
        const row = await rowOf(integration, signal);
        return { total: row.parked, parked: await byHand.parked(row, most) };
      },
    ),

    'integrations.retry': act(
      (input: unknown): RetryInput => {
        const members = membersOf(input);
        const places = members.get('places') === null ? null : listIn(members, 'places').map(placeIn);
        return { integration: textIn(members, 'integration'), places };
      },
      async ({ integration, places }, { signal }): Promise<RetryCounts> => {
        return byHand.retry(await rowOf(integration, signal), places ?? undefined, signal);
      },
    ),

    'integrations.replay': act(
      replayInput,
      async ({ integration, from, to, eventTypes }, { signal }): Promise<ShownReplay> =>
        byHand.replay(await rowOf(integration, signal), { from, to: to ?? undefined, eventTypes }, signal),
    ),
  };
}

function placeIn(place: unknown): number {
  if (typeof place !== 'number' || !Number.isSafeInteger(place)) throw new WrongInput('places', 'places');
  return place;
}

function replayInput(input: unknown): ReplayInput {
  const members = membersOf(input);
  const eventTypes = listIn(members, 'eventTypes').map(word => {
    if (typeof word !== 'string') throw new WrongInput('eventTypes', 'words');
    return word;
  });
  const to = members.get('to') === null ? null : wholeIn(members, 'to', 0, LATEST_MS);
  return { integration: textIn(members, 'integration'), from: wholeIn(members, 'from', 0, LATEST_MS), to, eventTypes };
}

/** Never with a part of the text, which may be a secret. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the description of the integration is not JSON');
  }
}

function shown(integration: Json): ShownIntegration {
  const text = (name: string) => String(integration[name] ?? '');
  const figures = { queued: text('queued'), parked: text('parked'), lastError: text('lastError') };
  const about = { id: text('id'), name: text('name'), kind: text('kind'), state: text('state') };
  return { ...about, enabled: integration.enabled === true, ...figures };
}
