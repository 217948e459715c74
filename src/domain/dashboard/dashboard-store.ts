import { inserter, namesOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import { expectVersion, type WantedVersions } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Acting } from '../event/acting.ts';
import { auditTrail } from '../event/audit.ts';
import type { Events } from '../event/event-store.ts';
import type { Repeatable } from '../once/once-store.ts';
import {
  type Dashboard,
  type DashboardGiven,
  givenColumns,
  ownColumns,
  type Widget,
  type WidgetColumns,
  type WidgetGiven,
  widgetColumns,
} from './dashboard-columns.ts';
import type { DashboardReader, StoredDashboard, StoredWidget } from './reader.ts';

/** Of one organization. */
export const MAX_DASHBOARDS = 100;
/** Of one dashboard. */
export const MAX_WIDGETS = 50;
/** Rows of a dashboard. */
const MAX_ROWS = 10_000;
/** A widget of which no size is given. */
const [USUAL_WIDTH, USUAL_HEIGHT] = [4, 3];

export const salvagedDashboards: SalvagedTables = { group: 'dashboards', tables: ['dashboard', 'widget'] };

/** A widget as a caller names it. */
export interface WidgetName {
  readonly org: number;
  readonly uuid: string;
  /** Uuid; whichever it is when it is left out. */
  readonly dashboard: string | undefined;
}

/** Dashboards and their widgets by hand. Any change of a widget is one of its dashboard. */
export function dashboardStore(
  db: Db,
  { events, repeatable, reader }: { events: Events; repeatable: Repeatable; reader: DashboardReader },
) {
  const audit = auditTrail(events);
  const count = db.prepare('SELECT count(*) AS count FROM dashboard WHERE org = ?');
  const insert = inserter(db, 'dashboard', { ...givenColumns, ...ownColumns, org: 'integer' });
  const given = namesOf(givenColumns);
  const save = db.prepare(
    `UPDATE dashboard SET ${given.map(name => `${name} = ?`).join(', ')}, version = ?, updated_at = ? WHERE id = ?`,
  );
  const leaveDefault = db.prepare(
    'UPDATE dashboard SET is_default = 0, version = version + 1, updated_at = ? WHERE org = ? AND is_default <> 0',
  );
  const becomeDefault = db.prepare(
    `UPDATE dashboard SET is_default = 1, version = version + 1, updated_at = ?
     WHERE id = (SELECT min(id) FROM dashboard WHERE org = ?)`,
  );
  const drop = db.prepare('DELETE FROM dashboard WHERE id = ?');
  const dropAll = db.prepare('DELETE FROM dashboard WHERE org = ?');
  const touch = db.prepare('UPDATE dashboard SET version = version + 1, updated_at = ? WHERE id = ?');
  const insertWidget = inserter(db, 'widget', {
    ...{ ...widgetColumns, uuid: 'text', dashboard: 'integer', version: 'integer' },
  });
  const ofWidget = namesOf(widgetColumns);
  const saveWidget = db.prepare(
    `UPDATE widget SET ${ofWidget.map(name => `${name} = ?`).join(', ')}, version = version + 1 WHERE id = ?`,
  );
  const dropWidget = db.prepare('DELETE FROM widget WHERE id = ?');

  const found = (org: number, uuid: string): StoredDashboard => {
    const row = reader.row(org, uuid);
    if (!row) throw fault('DashboardNotFound', { id: uuid });
    return row;
  };
  const foundWidget = ({ org, uuid, dashboard }: WidgetName): { widget: StoredWidget; on: StoredDashboard } => {
    const widget = reader.widget(org, uuid, dashboard);
    if (!widget) throw fault('WidgetNotFound', { id: uuid });
    return { widget, on: found(org, widget.dashboard) };
  };
  const tell = (
    change: 'created' | 'updated' | 'deleted',
    org: number,
    { uuid, name }: { readonly uuid: string; readonly name: string },
    acting: Acting,
  ) => audit(`dashboard.${change}`, org, acting, { id: uuid, name });

  const widgetChanged = (org: number, dashboard: StoredDashboard, acting: Acting): void => {
    touch.run(acting.now, dashboard.id);
    tell('updated', org, dashboard, acting);
  };

  return {
    /** @throws fault `TooManyItems` */
    create: intake(
      repeatable((org: number, dashboard: DashboardGiven, acting: Acting): Dashboard => {
        const { now } = acting;
        const others = (count.get(org) as { count: number }).count;
        if (others >= MAX_DASHBOARDS) throw fault('TooManyItems', { limit: MAX_DASHBOARDS });
        const is_default = others === 0 ? 1 : dashboard.is_default;
        if (is_default) leaveDefault.run(now, org);
        const row = { ...dashboard, is_default, uuid: uuid7(now), version: 1, created_at: now, updated_at: now };
        insert({ ...row, org });
        tell('created', org, row, acting);
        return { ...row, widgets: [] };
      }),
    ),

    /**
     * Changes what differs. The default stays it until another one becomes it.
     * @throws fault `DashboardNotFound`, `ConcurrentModification`; `InvalidWidget` when a widget would stand out
     */
    change: intake(
      (org: number, uuid: string, changes: Partial<DashboardGiven>, wanted: WantedVersions, acting: Acting) => {
        const before = found(org, uuid);
        expectVersion(before.version, wanted);
        const after = { ...before, ...changes, is_default: before.is_default || changes.is_default ? 1 : 0 };
        const widgets = reader.widgetsOf(before.id);
        if (given.every(name => after[name] === before[name])) return { ...before, widgets };
        const wide = widgets.find(({ x, w }) => x + w > after.columns);
        if (wide) throw fault('InvalidWidget', { pointer: '/layout/columns', id: wide.uuid });
        if (!before.is_default && after.is_default) leaveDefault.run(acting.now, org);
        const row = { ...after, version: before.version + 1, updated_at: acting.now };
        save.run(...given.map(name => row[name]), row.version, row.updated_at, row.id);
        tell('updated', org, row, acting);
        return { ...row, widgets };
      },
    ),

    /** @throws fault `DashboardNotFound`, `ConcurrentModification` */
    remove(org: number, uuid: string, wanted: WantedVersions, acting: Acting): void {
      const row = found(org, uuid);
      expectVersion(row.version, wanted);
      drop.run(row.id);
      if (row.is_default) becomeDefault.run(acting.now, org);
      tell('deleted', org, row, acting);
    },

    /** @throws fault `DashboardNotFound`, `TooManyItems`, `InvalidWidget` */
    addWidget: intake(
      repeatable((org: number, dashboard: string, widget: WidgetGiven, acting: Acting): Widget => {
        const on = found(org, dashboard);
        const others = reader.widgetsOf(on.id);
        if (others.length >= MAX_WIDGETS) throw fault('TooManyItems', { limit: MAX_WIDGETS });
        const { x = 0, w = Math.min(USUAL_WIDTH, Math.max(1, on.columns - x)), h = USUAL_HEIGHT } = widget;
        const y = widget.y ?? Math.max(0, ...others.map(other => other.y + other.h));
        const placed = { ...widget, x, y, w, h };
        checkPlace(placed, on.columns);
        const row = { ...placed, uuid: uuid7(acting.now), version: 1 };
        insertWidget({ ...row, dashboard: on.id });
        widgetChanged(org, on, acting);
        return { ...row, dashboard };
      }),
    ),

    /** Changes what differs. @throws fault `WidgetNotFound`, `ConcurrentModification`, `InvalidWidget` */
    changeWidget: intake(
      (name: WidgetName, changes: Partial<WidgetColumns>, wanted: WantedVersions, acting: Acting): Widget => {
        const { widget: before, on } = foundWidget(name);
        expectVersion(before.version, wanted);
        const after = { ...before, ...changes };
        if (ofWidget.every(column => after[column] === before[column])) return before;
        checkPlace(after, on.columns);
        saveWidget.run(...ofWidget.map(column => after[column]), after.id);
        widgetChanged(name.org, on, acting);
        return { ...after, version: before.version + 1 };
      },
    ),

    /** @throws fault `WidgetNotFound`, `ConcurrentModification` */
    removeWidget(name: WidgetName, wanted: WantedVersions, acting: Acting): void {
      const { widget, on } = foundWidget(name);
      expectVersion(widget.version, wanted);
      dropWidget.run(widget.id);
      widgetChanged(name.org, on, acting);
    },

    /** All of an organization that is deleted. */
    removeAll(org: number): void {
      dropAll.run(org);
    },
  };
}

/** @throws fault `InvalidWidget` */
function checkPlace({ x, y, w, h }: Pick<WidgetColumns, 'x' | 'y' | 'w' | 'h'>, columns: number): void {
  const wrong = (pointer: string) => fault('InvalidWidget', { pointer, columns });
  if (x < 0 || x >= columns) throw wrong('/x');
  if (w < 1 || x + w > columns) throw wrong('/w');
  if (y < 0 || y >= MAX_ROWS) throw wrong('/y');
  if (h < 1 || y + h > MAX_ROWS) throw wrong('/h');
}
