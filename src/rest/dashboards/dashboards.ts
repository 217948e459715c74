import type { Dashboard } from '../../domain/dashboard/dashboard-columns.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';
import { description, flag, name, number, uuid } from '../../rpc/checks.ts';
import { all, type Check, fields, type Maybe, masked, nested } from '../../rpc/input.ts';
import { type Group, group, method } from '../define.ts';
import { byId, organizationId, restCursorList } from '../input.ts';
import type { DashboardLayoutIn, DashboardOut } from '../schema.gen.ts';
import { dashboardToWire } from './dashboard-wire.ts';
import { dashboardExample, dashboardRequest } from './examples.ts';
import { type WidgetValues, widgetValues } from './values.ts';
import { widgets } from './widgets.ts';

const PATH = '/api/v2/dashboards';
const NAMED = `${PATH}/{id}`;
const SERVICE = 'dashboard.v2.DashboardService';
const [COLUMNS, MAX_COLUMNS] = [12, 48];

const columns = number(1, MAX_COLUMNS);
const layout: Check<Maybe<DashboardLayoutIn>, number> = (wire, at) =>
  columns(wire?.columns ?? COLUMNS, at.in('columns'));

const given = { name, description, is_default: flag, layout };

interface Given {
  readonly name: string;
  readonly description: string;
  readonly is_default: boolean;
  readonly layout: number;
}

/** Only what is there. */
function columnsOf({ name, description, is_default, layout }: Partial<Given>) {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(is_default !== undefined && { is_default: Number(is_default) }),
    ...(layout !== undefined && { columns: layout }),
  };
}

/** Dashboards and what is on them (REST section 14.8). */
export function dashboards({
  store,
  clock,
  values = widgetValues({ store, clock }),
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly values?: WidgetValues;
}): Group {
  const shown = ({ told }: Call, row: Dashboard): DashboardOut => {
    told.version = row.version;
    return dashboardToWire(row);
  };
  const reading = { access: 'org', needs: 'R', scope: 'dashboards:read' } as const;
  const writing = { access: 'org', needs: 'E', scope: 'dashboards:write' } as const;

  return group('Dashboards', [
    method(`${SERVICE}/ListDashboards`, {
      http: {
        at: `GET ${PATH}`,
        id: 'listDashboards',
        summary: 'Lists the dashboards of the organization by name, with their widgets',
        example: { response: { dashboards: [dashboardExample], total: 1 } },
      },
      ...reading,
      input: restCursorList,
      handle({ search, limit, place }, { org }) {
        const { rows, total, next } = store.read.dashboards.list({ org, search, limit, ...place });
        return { dashboards: rows.map(dashboardToWire), total, next_cursor: place.next(next) };
      },
    }),
    method(`${SERVICE}/GetDashboard`, {
      http: {
        at: `GET ${NAMED}`,
        id: 'getDashboard',
        summary: 'Reads one dashboard with its widgets',
        example: { response: dashboardExample },
      },
      ...reading,
      input: byId,
      handle({ id }, call) {
        const row = store.read.dashboards.find(call.org, id);
        if (!row) throw fault('DashboardNotFound', { id });
        return shown(call, row);
      },
    }),
    method(`${SERVICE}/CreateDashboard`, {
      http: {
        at: `POST ${PATH}`,
        id: 'createDashboard',
        summary: 'Makes a dashboard',
        body: 'dashboard',
        example: { request: dashboardRequest, response: { ...dashboardExample, widgets: [] } },
      },
      ...writing,
      input: fields({ organization_id: organizationId, dashboard: nested(given) }),
      async handle({ dashboard: { name, description, is_default, layout } }, call) {
        const wanted = { name, description, is_default: Number(is_default), columns: layout };
        const row = await store.write.dashboards.create(call.org, wanted, acting(call, clock));
        call.told.location = `${PATH}/${row.uuid}`;
        return shown(call, row);
      },
    }),
    method(`${SERVICE}/UpdateDashboard`, {
      http: {
        at: `PUT ${NAMED}`,
        id: 'replaceDashboard',
        summary: 'Replaces what a dashboard is; its widgets stay',
        body: 'dashboard',
        example: { request: dashboardRequest, response: dashboardExample },
      },
      ...writing,
      input: all(
        fields({ organization_id: organizationId }),
        masked('dashboard', { id: uuid }, given, { mayBeEmpty: true }),
      ),
      async handle({ id: { id }, changes }, call) {
        const by = acting(call, clock);
        return shown(call, await store.write.dashboards.change(call.org, id, columnsOf(changes), call.ifMatch, by));
      },
    }),
    method(`${SERVICE}/DeleteDashboard`, {
      http: {
        at: `DELETE ${NAMED}`,
        id: 'deleteDashboard',
        summary: 'Deletes a dashboard with its widgets',
        example: { response: { id: dashboardExample.id, deleted: true } },
      },
      ...writing,
      input: byId,
      async handle({ id }, call) {
        await store.write.dashboards.remove(call.org, id, call.ifMatch, acting(call, clock));
        return { id, deleted: true };
      },
    }),
    ...widgets({ store, clock, values }),
  ]);
}
