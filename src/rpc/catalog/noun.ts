import type { ListPage } from '../../database/listing.ts';
import type { Editor } from '../../domain/blueprint/catalog.ts';
import { type FaultName, fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Call } from '../call/define.ts';
import { uuid } from '../checks.ts';
import { fields } from '../input.ts';
import type { Page } from '../list-input.ts';
import { countToWire } from '../paging.ts';
import { timestamp } from '../wire.ts';
import { editor } from './editor.ts';

export const READ = { access: 'org', needs: 'R', scope: 'catalog:read' } as const;
export const WRITE = { access: 'org', needs: 'E|S', scope: 'catalog:write' } as const;

interface CatalogRow {
  readonly id: number;
  readonly uuid: string;
  readonly org: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

const byId = fields({ id: uuid });

/** What manufacturers, device models and blueprints have in common: one is read, removed and listed like the others. */
export function catalogNoun<Row extends CatalogRow, Wire>({
  clock,
  missing,
  find,
  remove,
  toWire,
}: {
  readonly clock: Clock;
  readonly missing: FaultName;
  find(org: number, id: string): Row | undefined;
  remove(id: string, by: Editor): Promise<void>;
  toWire(row: Row, call: Call): Wire;
}) {
  const found = (id: string, call: Call): Wire => {
    const row = find(call.org, id);
    if (!row) throw fault(missing, { id });
    return toWire(row, call);
  };
  return {
    found,
    get: { ...READ, input: byId, handle: ({ id }: { readonly id: string }, call: Call) => found(id, call) },
    remove: {
      ...WRITE,
      input: byId,
      async handle({ id }: { readonly id: string }, call: Call) {
        await remove(id, editor(call, clock));
        return {};
      },
    },
    /** A page of rows, which are sorted by the column. */
    page({ rows, total, more }: ListPage<Row>, asked: Page, column: keyof Row & string, call: Call) {
      const last = more ? rows.at(-1) : undefined;
      return {
        items: rows.map(row => toWire(row, call)),
        total_count: countToWire(total),
        next_page_token: asked.next(last && [last[column] as string | number, last.id]),
      };
    },
  };
}

/** What all of them show: which it is, whose, and since when. */
export function catalogRowToWire(row: CatalogRow, { organizationId }: Call) {
  return {
    id: row.uuid,
    is_system: row.org === null,
    organization_id: row.org === null ? '' : organizationId,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}
