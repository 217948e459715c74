import type { Integration } from '../../domain/integration/records.ts';
import type { ByHand } from '../../integrations/by-hand.ts';
import type { TestResult } from '../../integrations/test-run.ts';
import { fault } from '../../kit/faults.ts';
import { act } from './act.ts';
import { flagIn, membersOf, textIn } from './input.ts';

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
      async (_, { signal }): Promise<readonly ShownIntegration[]> => (await list(signal)).map(shown),
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
  };
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
