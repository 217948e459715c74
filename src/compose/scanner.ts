import { serveReader } from '../database/reader.ts';
import { type StoreOptions, stores } from '../domain/domain.ts';

// The thread that reads what takes long.
serveReader((db, options: StoreOptions) => stores(db, options));
