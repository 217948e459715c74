import type { Contents } from '../database/contents.ts';
import { endedInOrder } from './installation/installation-store.ts';
import { migrations } from './migrations/all.ts';
import { salvagedTables } from './salvaged.ts';
import { settle } from './settle.ts';

/** What the database is told of our rows. */
export const contents: Contents = { migrations, salvaged: salvagedTables, endedInOrder, settle };
