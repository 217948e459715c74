import type { RowOf } from '../../database/columns.ts';

export const columns = {
  uuid: 'text',
  filename: 'text',
  content_type: 'text',
  size: 'integer',
  created_at: 'integer',
} as const;

/** An image without its bytes, which never change. Size in bytes, time in milliseconds. */
export interface MediaRow extends Readonly<RowOf<typeof columns>> {
  /** Row id: what refers to it does so by this. */
  readonly id: number;
}
