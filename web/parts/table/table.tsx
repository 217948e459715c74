import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { words } from '../../words/words.ts';
import { Checkbox } from '../form/field.tsx';
import { Icon } from '../icon.tsx';
import { compactRows } from './density.ts';
import { useRowWindow } from './virtual.ts';

export interface Column<Row> {
  name: string;
  head: string;
  cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the right, with tabular figures. */
  end?: boolean;
  /** More room before a left column that follows a right one. */
  gap?: boolean;
  /** Width in px; what has none shares the rest. */
  width?: number;
  /** What the server sorts by. */
  sort?: string;
  /** Dropped where the window is narrower, in px. */
  from?: 1024 | 1280 | 1440;
  /** Its place in a card, below 640 px; other columns are not in it. */
  card?: 'name' | 'state' | 'start' | 'end';
  /** Word before it in a card. */
  label?: string;
  /** Cut with an ellipsis rather than wrapped. */
  cut?: boolean;
}

export interface Sort {
  by: string;
  descending: boolean;
}

export interface Selection {
  has(key: string): boolean;
  size: number;
  /** With Shift, everything from the last one on. */
  toggle(key: string, range: boolean): void;
  all(select: boolean): void;
}

export interface TableProps<Row> {
  name: string;
  /** The same list while they are the same: a row is then drawn again only when it has changed. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf?: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: Selection;
  twoLine?: boolean;
  compact?: boolean;
  /** Shown while newer rows are asked for. */
  old?: boolean;
  /** All there are, where only the first are here. */
  total?: number;
  /** Asked for the next ones, as the end comes near. */
  onEnd?: () => void;
  isNew?: (row: Row) => boolean;
  /** The row that shows more of itself below, and what that is. */
  opened?: string | undefined;
  detail?: (row: Row) => ComponentChildren;
  /** Which rows are drawn now. */
  onShown?: (keys: readonly string[]) => void;
}

/** Of a row in px, usually and where rows are compact. */
const HEIGHTS = { oneLine: [40, 32], twoLine: [52, 40] } as const;

export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, keyOf, selection, twoLine = false, compact = compactRows.value } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const openedAt = props.opened === undefined ? -1 : rows.findIndex(row => keyOf(row) === props.opened);
  const height = HEIGHTS[twoLine ? 'twoLine' : 'oneLine'][compact ? 1 : 0];
  const shown = useRowWindow(body, rows.length, height, openedAt);
  useEffect(() => {
    if (shown.end >= rows.length - 40) props.onEnd?.();
  }, [shown.end, rows.length]);
  const keys = props.onShown && rows.slice(shown.start, shown.end).map(keyOf);
  useEffect(() => {
    if (keys) props.onShown?.(keys);
  }, [keys?.join()]);
  const span = columns.length + (selection ? 1 : 0);
  const cells = useMemo(() => columns.map(column => ({ column, look: cellClass(columns, column) })), [columns]);
  const select = useRef(selection?.toggle);
  select.current = selection?.toggle;
  const look = ['table', 'cards', twoLine && 'two-line', compact && 'compact', props.old && 'old'];
  const isLong = shown.end - shown.start < rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
    <section class="table-box" aria-label={props.name} tabIndex={0}>
      <table
        class={[...look, isLong && 'long'].filter(Boolean).join(' ')}
        aria-label={props.name}
        aria-rowcount={(props.total ?? rows.length) + 1}
      >
        <Widths columns={columns} selection={selection !== undefined} />
        <thead>
          <Head {...props} />
        </thead>
        <tbody ref={body}>
          <Room rows={shown.start} height={shown.height} span={span} more={shown.above} />
          {rows.slice(shown.start, shown.end).map((row, at) => {
            const key = keyOf(row);
            return (
              <Fragment key={key}>
                <Line
                  {...{ row, cells, select, id: key, index: shown.start + at }}
                  isNew={props.isNew?.(row) ?? false}
                  name={selection && (props.nameOf?.(row) ?? key)}
                  selected={selection?.has(key)}
                  isOpen={key === props.opened}
                />
                {key === props.opened && props.detail && (
                  <tr class="detail">
                    <td colSpan={span}>{props.detail(row)}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
          <Room rows={rows.length - shown.end} height={shown.height} span={span} />
        </tbody>
      </table>
    </section>
  );
}

function Widths<Row>({ columns, selection }: { columns: readonly Column<Row>[]; selection: boolean }) {
  return (
    <colgroup>
      {selection && <col width="40" class="card-hide" />}
      {columns.map(column => (
        <col
          key={column.name}
          class={fromClass(column)}
          {...(column.width === undefined ? {} : { width: column.width })}
        />
      ))}
    </colgroup>
  );
}

const fromClass = ({ from }: { from?: number }): string => (from === undefined ? '' : `from-${from}`);

function Room({ rows, height, span, more = 0 }: { rows: number; height: number; span: number; more?: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden="true" class="room">
      <td colSpan={span} style={{ height: `${rows * height + more}px` }} />
    </tr>
  );
}

function Head<Row>({ columns, rows, sort, onSort, selection }: TableProps<Row>) {
  const { selectAll } = words.value.parts;
  return (
    <tr aria-rowindex={1}>
      {selection && (
        <th scope="col" class="shrink">
          <Checkbox
            label={selectAll}
            checked={selection.size > 0 && selection.size >= rows.length}
            some={selection.size > 0 && selection.size < rows.length}
            onChange={checked => selection.all(checked)}
          />
        </th>
      )}
      {columns.map(column => (
        <HeadCell key={column.name} column={column} edge={edgesOf(columns, column)} sort={sort} onSort={onSort} />
      ))}
    </tr>
  );
}

const WINDOWS = [768, 1024, 1280] as const;

/** At which widths of the window a column is the last one: it then keeps the distance to the border. */
function edgesOf<Row>(columns: readonly Column<Row>[], column: Column<Row>): string {
  return WINDOWS.filter(width => columns.findLast(({ from = 0 }) => from <= width) === column)
    .map(width => `edge-${width}`)
    .join(' ');
}

function HeadCell<Row>({
  column,
  edge,
  sort,
  onSort,
}: {
  column: Column<Row>;
  edge: string;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const by = column.sort;
  const sorted = by !== undefined && sort?.by === by;
  const look = [column.end && 'end', column.gap && 'gap', fromClass(column), edge].filter(Boolean).join(' ');
  if (by === undefined || !onSort)
    return (
      <th scope="col" class={look}>
        {column.head === '' ? <span class="hidden-text">{words.value.parts.actions}</span> : column.head}
      </th>
    );
  return (
    <th
      scope="col"
      class={look}
      {...(sorted ? { 'aria-sort': sort.descending ? 'descending' : ('ascending' as const) } : {})}
    >
      <button type="button" class="sort" onClick={() => onSort({ by, descending: sorted ? !sort.descending : false })}>
        {column.head}
        {sorted && <Icon name={sort.descending ? 'chevron-down' : 'chevron-up'} />}
      </button>
    </th>
  );
}

interface Cell<Row> {
  column: Column<Row>;
  look: string;
}

/**
 * One row. It reads a signal and gets nothing that is made anew each time, so it is drawn again only when something of it has changed:
 * while a long table scrolls, the rows that stay cost nothing.
 */
function Line<Row>({
  row,
  id,
  index,
  cells,
  name,
  selected,
  select,
  isNew,
  isOpen,
}: {
  row: Row;
  id: string;
  index: number;
  cells: readonly Cell<Row>[];
  /** Of a table whose rows can be selected. */
  name: string | undefined;
  selected: boolean | undefined;
  select: { current: Selection['toggle'] | undefined };
  isNew: boolean;
  isOpen: boolean;
}) {
  const text = words.value.parts;
  return (
    <tr
      aria-rowindex={index + 2}
      class={isOpen ? 'opened' : isNew ? 'new' : undefined}
      {...(selected === undefined ? {} : { 'aria-selected': selected })}
    >
      {name !== undefined && (
        <td class="shrink card-hide">
          <Checkbox
            label={text.select(name)}
            checked={selected ?? false}
            onChange={(_, range) => select.current?.(id, range)}
          />
        </td>
      )}
      {cells.map(({ column, look }) => (
        <td key={column.name} class={look} data-label={column.label}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function cellClass<Row>(columns: readonly Column<Row>[], column: Column<Row>): string {
  const { end, gap, cut, card } = column;
  const place = card === undefined ? 'card-hide' : `card-${card}`;
  return [end && 'end', gap && 'gap', cut && 'cell-text', fromClass(column), place, edgesOf(columns, column)]
    .filter(Boolean)
    .join(' ');
}
