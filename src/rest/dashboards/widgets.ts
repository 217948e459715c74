import type { Widget, WidgetColumns } from '../../domain/dashboard/dashboard-columns.ts';
import { MAX_WIDGETS, type WidgetName } from '../../domain/dashboard/dashboard-store.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';
import { uuid } from '../../rpc/checks.ts';
import { all, fields, masked, nested, optional } from '../../rpc/input.ts';
import { method, type RestRow } from '../define.ts';
import { byId, organizationId, restList } from '../input.ts';
import type { WidgetOut } from '../schema.gen.ts';
import { queryOf, widgetToWire } from './dashboard-wire.ts';
import { dataExample, widgetExample, widgetRequest } from './examples.ts';
import type { WidgetValues } from './values.ts';
import { widgetFields } from './widget-input.ts';

const PATH = '/api/v2/dashboards/{dashboardId}/widgets';
const NAMED = `${PATH}/{id}`;
const SERVICE = 'widget.v2.WidgetService';

/** What most widgets look back, and what one point is for; seconds. */
const [USUAL_FROM_S, USUAL_STEP_S] = [86_400, 3600];
/** Points of one name, where they are not put together. */
const MAX_POINTS = 1000;

/** What dashboards show. */
export function widgets({
  store,
  clock,
  values,
}: {
  store: Store;
  clock: Clock;
  values: WidgetValues;
}): readonly RestRow[] {
  const shown = ({ told }: Call, row: Widget): WidgetOut => {
    told.version = row.version;
    return widgetToWire(row);
  };
  const found = ({ org }: Call, id: string, dashboard?: string): Widget => {
    const row = store.read.dashboards.widget(org, id, dashboard);
    if (!row) throw fault('WidgetNotFound', { id });
    return row;
  };
  const nameOf = ({ org }: Call, id: string, dashboard: string | undefined): WidgetName => ({
    org,
    uuid: id,
    dashboard,
  });
  const reading = { access: 'org', needs: 'R', scope: 'dashboards:read' } as const;
  const writing = { access: 'org', needs: 'E', scope: 'dashboards:write' } as const;

  return [
    method(`${SERVICE}/ListWidgets`, {
      ...reading,
      input: all(restList, fields({ dashboard_id: uuid })),
      handle({ dashboard_id: id, search, limit, offset }, { org }) {
        const dashboard = store.read.dashboards.find(org, id);
        if (!dashboard) throw fault('DashboardNotFound', { id });
        const needle = search?.toLowerCase() ?? '';
        const rows = dashboard.widgets.filter(({ title }) => title.toLowerCase().includes(needle));
        return { widgets: rows.slice(offset, offset + limit).map(widgetToWire), total: rows.length };
      },
    }),
    method(`${SERVICE}/GetWidget`, {
      ...reading,
      input: byId,
      handle: ({ id }, call) => shown(call, found(call, id)),
    }),
    method(`${SERVICE}/CreateWidget`, {
      http: {
        at: `POST ${PATH}`,
        id: 'createWidget',
        summary: `Adds a widget to a dashboard, which may have ${MAX_WIDGETS} of them`,
        body: 'widget',
        example: { request: widgetRequest, response: widgetExample },
      },
      ...writing,
      input: fields({ organization_id: organizationId, widget: nested({ dashboard_id: uuid, ...widgetFields }) }),
      async handle({ widget: { dashboard_id, ...widget } }, call) {
        const by = acting(call, clock);
        const row = await store.write.dashboards.addWidget(call.org, dashboard_id, given(widget), by);
        call.told.location = `/api/v2/dashboards/${dashboard_id}/widgets/${row.uuid}`;
        return shown(call, row);
      },
    }),
    method(`${SERVICE}/UpdateWidget`, {
      http: {
        at: `PUT ${NAMED}`,
        id: 'replaceWidget',
        summary: 'Replaces what a widget is; a part of its place that is left out stays',
        body: 'widget',
        example: { request: widgetRequest, response: widgetExample },
      },
      ...writing,
      input: all(
        fields({ organization_id: organizationId }),
        masked('widget', { id: uuid, dashboard_id: optional(uuid) }, widgetFields, { mayBeEmpty: true }),
      ),
      async handle({ id: { id, dashboard_id }, changes }, call) {
        const name = nameOf(call, id, dashboard_id);
        const by = acting(call, clock);
        return shown(call, await store.write.dashboards.changeWidget(name, given(changes), call.ifMatch, by));
      },
    }),
    method(`${SERVICE}/DeleteWidget`, {
      http: {
        at: `DELETE ${NAMED}`,
        id: 'deleteWidget',
        summary: 'Takes a widget from its dashboard',
        example: { response: { id: widgetExample.id, deleted: true } },
      },
      ...writing,
      input: all(byId, fields({ dashboard_id: optional(uuid) })),
      async handle({ id, dashboard_id }, call) {
        await store.write.dashboards.removeWidget(nameOf(call, id, dashboard_id), call.ifMatch, acting(call, clock));
        return { id, deleted: true };
      },
    }),
    method(`${SERVICE}/GetWidgetData`, {
      http: {
        at: `GET ${NAMED}/data`,
        id: 'getWidgetData',
        summary: 'Reads what a widget asks for',
        example: { response: dataExample },
      },
      ...{ access: 'org', needs: 'R', scope: 'dashboards:read&telemetry:read' },
      input: all(byId, fields({ dashboard_id: optional(uuid) })),
      async handle({ id, dashboard_id }, call) {
        const query = queryOf(found(call, id, dashboard_id));
        if (!query || query.deviceIds.length === 0) return { series: [], truncated: false };
        const { deviceIds, keys, from = USUAL_FROM_S, interval = USUAL_STEP_S, aggregation } = query;
        const toMs = clock.now();
        // Of too many, the newest are shown.
        const isPlain = aggregation === 'none';
        const range = {
          ...{ keys: keys.length > 0 ? keys : undefined, aggregation, fromMs: toMs - from * SECOND_MS, toMs },
          ...{ stepMs: interval * SECOND_MS, limit: MAX_POINTS, descending: isPlain },
        };
        const { series, truncated } = await values.series(deviceIds, range, call);
        return {
          series: series.map(({ deviceId, key, unit, points, resolution }) => ({
            ...{ device_id: deviceId, key, unit, resolution, points: isPlain ? points.toReversed() : points },
          })),
          truncated,
        };
      },
    }),
  ];
}

type Places = 'x' | 'y' | 'w' | 'h';

/** Only the parts of its place that are there. */
function given<W extends { readonly [P in Places]?: number | undefined }>(widget: W) {
  const { x, y, w, h, ...rest } = widget;
  const place: Partial<Pick<WidgetColumns, Places>> = {
    ...(x !== undefined && { x }),
    ...(y !== undefined && { y }),
    ...(w !== undefined && { w }),
    ...(h !== undefined && { h }),
  };
  return { ...rest, ...place };
}
