import { listed } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { nameKey } from '../../kit/name-key.ts';
import { type NamedPage, type NamedSection, namedPage } from '../../kit/named-page.ts';
import {
  type Dashboard,
  type DashboardRow,
  givenColumns,
  ownColumns,
  type Widget,
  widgetColumns,
} from './dashboard-columns.ts';

export interface DashboardQuery extends NamedSection {
  readonly org: number;
  /** Part of the name. */
  readonly search: string | undefined;
}

export type StoredDashboard = DashboardRow & { readonly id: number };
export type StoredWidget = Widget & { readonly id: number };

/** Dashboards of an organization: so few that they are read as a whole. */
export function dashboardReader(db: Db) {
  const select = `SELECT id, ${listed({ ...givenColumns, ...ownColumns })} FROM dashboard`;
  const byUuid = db.prepare(`${select} WHERE uuid = ? AND org = ?`);
  const ofOrg = db.prepare(`${select} WHERE org = ?`);
  const selectWidget = `SELECT w.id, w.uuid, w.version, d.uuid AS dashboard, ${listed(widgetColumns, 'w')}
    FROM widget w JOIN dashboard d ON d.id = w.dashboard`;
  const widgets = db.prepare(`${selectWidget} WHERE w.dashboard = ? ORDER BY w.y, w.x, w.id`);
  const widgetByUuid = db.prepare(`${selectWidget} WHERE w.uuid = ? AND d.org = ?`);

  const row = (org: number, uuid: string) => byUuid.get(uuid, org) as StoredDashboard | undefined;
  const widgetsOf = (id: number) => widgets.all(id) as StoredWidget[];

  return {
    row,
    widgetsOf,

    find(org: number, uuid: string): Dashboard | undefined {
      const found = row(org, uuid);
      return found && { ...found, widgets: widgetsOf(found.id) };
    },

    /** By name without regard to case, then by uuid; each with its widgets. */
    list({ org, search, ...section }: DashboardQuery): NamedPage<Dashboard> {
      const needle = search?.toLowerCase();
      const found = (ofOrg.all(org) as StoredDashboard[]).filter(
        ({ name }) => !needle || name.toLowerCase().includes(needle),
      );
      const page = namedPage(found, ({ name, uuid }) => [nameKey(name), uuid], section);
      return { ...page, rows: page.rows.map(each => ({ ...each, widgets: widgetsOf(each.id) })) };
    },

    /** @param dashboard uuid; of whichever when it is left out */
    widget(org: number, uuid: string, dashboard?: string): StoredWidget | undefined {
      const found = widgetByUuid.get(uuid, org) as StoredWidget | undefined;
      return dashboard === undefined || found?.dashboard === dashboard ? found : undefined;
    },
  };
}
export type DashboardReader = ReturnType<typeof dashboardReader>;
