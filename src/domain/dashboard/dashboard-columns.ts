import type { RowOf } from '../../database/columns.ts';

export const widgetKinds = ['value', 'gauge', 'line', 'bar', 'table', 'map', 'status', 'text', 'command'] as const;
export type WidgetKind = (typeof widgetKinds)[number];

/** Of a dashboard, what is given by hand. */
export const givenColumns = {
  name: 'text',
  description: 'text',
  is_default: 'integer',
  columns: 'integer',
} as const;

/** Times in milliseconds. */
export const ownColumns = {
  uuid: 'text',
  version: 'integer',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

/** A widget, in columns and rows of its dashboard. */
export const widgetColumns = {
  kind: 'text',
  title: 'text',
  x: 'integer',
  y: 'integer',
  w: 'integer',
  h: 'integer',
  query: 'text?',
  settings: 'text',
} as const;

export type DashboardGiven = RowOf<typeof givenColumns>;
export type DashboardRow = Readonly<DashboardGiven & RowOf<typeof ownColumns>>;

export type WidgetColumns = RowOf<typeof widgetColumns>;

/** A widget as it is given: a place that is left out is found for it. */
export type WidgetGiven = Omit<WidgetColumns, 'x' | 'y' | 'w' | 'h'> &
  Partial<Pick<WidgetColumns, 'x' | 'y' | 'w' | 'h'>>;

export interface Widget extends Readonly<WidgetColumns> {
  readonly uuid: string;
  readonly version: number;
  /** Uuid of its dashboard. */
  readonly dashboard: string;
}

export interface Dashboard extends DashboardRow {
  /** From top to bottom, and from left to right. */
  readonly widgets: readonly Widget[];
}
