import type { Store } from '../../domain/domain.ts';
import { type Integration, integrationKinds } from '../../domain/integration/integration-records.ts';
import { integrationVersion } from '../../domain/integration/integration-store.ts';
import type { TargetKinds } from '../../domain/integration/kind-settings.ts';
import { sealSecrets } from '../../domain/integration/secrets.ts';
import { expectVersion } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Sealer } from '../../kit/seal.ts';
import { type Clock, credibleMs, type Moment, momentOf } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { acting } from '../call/actor.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { untilWritten } from '../call/until-written.ts';
import { oneOf, search, uuid } from '../checks.ts';
import { type At, all, fields, optional, refine } from '../input.ts';
import { orderBy, page, STANDARD_PAGE } from '../list-input.ts';
import { checkHosts, eventsOf, type Targets, toColumns, workedOut } from './change.ts';
import { changeInput, type NewInput, newInput } from './integration-input.ts';
import { type FiguresOf, integrationStates, integrationToWire, stateOf } from './integration-wire.ts';
import { contains, integrationOrders, pageOf } from './page.ts';

/** Of a secret that is replaced it is remembered when: what is made has none. */
const ANY_TIME: Moment = { now: 0, credible: credibleMs(0) };

export interface IntegrationsOf {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly kinds: TargetKinds;
  readonly targets: Targets;
  readonly figures: FiguresOf;
}

const READ = { access: 'org', needs: 'I', scope: 'integrations:read' } as const;
const WRITE = { access: 'org', needs: 'I', scope: 'integrations:write' } as const;

/** Targets to which what happens is passed on (platform API 10). */
export function integrations({ store, clock, sealer, kinds, targets, figures }: IntegrationsOf): readonly Row[] {
  const found = (id: string, { org }: Call): Integration => {
    const row = store.read.integrations.find(org, id);
    if (!row) throw fault('IntegrationNotFound', { id });
    return row;
  };
  const figuresOf = async (row: Integration, { signal }: Call) =>
    row.enabled ? await figures(row, signal) : undefined;
  const toWire = async (row: Integration, call: Call) => {
    call.told.version = integrationVersion(row);
    return integrationToWire(row, kinds[row.kind].settings, await figuresOf(row, call));
  };

  /** What is given completes what is so by default; what does not go together is refused. */
  const completed = ({ common, kind, settings: given, startAt }: NewInput, at: At) => {
    const { settings } = kinds[kind];
    const inside = at.in('integration');
    const inConfig = (wire: string) => inside.in(kind).in(wire);
    const complete = settings.merged(settings.opened({}, {}), given, ANY_TIME, inConfig);
    settings.check(complete, inConfig);
    const eventTypes = eventsOf(settings, common.event_types, inside.in('event_types'));
    return { common, kind, complete, eventTypes, startAt };
  };

  return [
    rpc('CreateIntegration', {
      ...WRITE,
      input: refine(newInput(kinds), completed),
      async handle({ common, kind, complete, eventTypes, startAt }, call) {
        const { settings } = kinds[kind];
        checkHosts(settings, complete, targets, `integration.${kind}`);
        const { clear, secrets } = settings.stored(complete);
        const id = uuid7(clock.now());
        const integration = {
          ...{ uuid: id, org: call.org, kind, startAt, settings: clear },
          ...toColumns(common),
          eventTypes,
          secrets: sealSecrets(sealer, id, secrets),
        };
        // Nothing is known of its target yet: who repeats the call is told the same.
        const created = await store.write.integrations.create(integration, acting(call, clock));
        call.told.version = integrationVersion(created);
        return integrationToWire(created, settings, undefined);
      },
    }),
    rpc('GetIntegration', {
      ...READ,
      input: fields({ id: uuid }),
      handle: ({ id }, call) => toWire(found(id, call), call),
    }),
    rpc('UpdateIntegration', {
      ...WRITE,
      input: changeInput(kinds),
      async handle(input, call) {
        const after = await untilWritten(call.signal, async () => {
          const before = found(input.id, call);
          // What changes nothing is no write.
          expectVersion(integrationVersion(before), call.ifMatch);
          const change = workedOut(before, input, { kinds, sealer, targets, when: momentOf(clock) });
          return change
            ? store.write.integrations.update({ ...change, wanted: call.ifMatch }, acting(call, clock))
            : before;
        });
        return toWire(after, call);
      },
    }),
    rpc('DeleteIntegration', {
      ...WRITE,
      input: fields({ id: uuid }),
      async handle({ id }, call) {
        await store.write.integrations.remove(call.org, id, acting(call, clock), call.ifMatch);
        return {};
      },
    }),
    rpc('ListIntegrations', {
      ...READ,
      input: all(
        page(STANDARD_PAGE),
        fields({
          kind: optional(oneOf(integrationKinds, 'InvalidIntegrationKind')),
          state: optional(oneOf(integrationStates)),
          search,
          order_by: orderBy(integrationOrders, 'asc'),
        }),
      ),
      async handle({ page: asked, kind, state, search: words, order_by: { by, direction } }, call) {
        // One after the other: the reading thread takes a few at a time, and refuses those behind them.
        const known: { readonly row: Integration; readonly now: Awaited<ReturnType<typeof figuresOf>> }[] = [];
        for (const row of store.read.integrations.list(call.org)) known.push({ row, now: await figuresOf(row, call) });
        const { shown, total, last } = pageOf(
          known.filter(({ row, now }) => {
            const text = words === undefined || contains(row, words);
            return text && (!kind || row.kind === kind) && (!state || stateOf(row, now) === state);
          }),
          { by, descending: direction === 'desc', after: asked.after, size: asked.size, offset: asked.offset ?? 0 },
        );
        return {
          integrations: shown.map(({ row, now }) => integrationToWire(row, kinds[row.kind].settings, now)),
          total_count: total,
          next_page_token: asked.next(last),
        };
      },
    }),
  ];
}
