import type { Dashboard, DashboardRow, Widget } from '../../domain/dashboard/dashboard-columns.ts';
import { structOfText, timestamp } from '../../rpc/wire.ts';
import type { DashboardOut, WidgetOut } from '../schema.gen.ts';
import type { StoredQuery } from './widget-input.ts';

export function dashboardToWire(row: DashboardRow & Partial<Pick<Dashboard, 'widgets'>>): DashboardOut {
  const { uuid: id, name, description, is_default, columns, created_at, updated_at, widgets = [] } = row;
  return {
    ...{ id, name, description, is_default: is_default !== 0, layout: { columns } },
    widgets: widgets.map(widgetToWire),
    ...{ created_at: timestamp(created_at), updated_at: timestamp(updated_at) },
  };
}

export function widgetToWire({ uuid: id, dashboard, kind, title, x, y, w, h, query, settings }: Widget): WidgetOut {
  const asked = queryOf({ query });
  return {
    ...{ id, dashboard_id: dashboard, kind, title, x, y, w, h },
    query: asked && {
      ...{ device_ids: asked.deviceIds, keys: asked.keys, aggregation: asked.aggregation },
      ...{ from: asked.from, interval: asked.interval },
    },
    settings: structOfText(settings),
  };
}

/** What a widget shows; undefined: nothing that is measured. */
export function queryOf({ query }: Pick<Widget, 'query'>): StoredQuery | undefined {
  return query === null ? undefined : (JSON.parse(query) as StoredQuery);
}
