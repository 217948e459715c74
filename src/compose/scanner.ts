import { ownThread } from '../database/own-thread.ts';
import { serveReader } from '../database/reader.ts';
import { domain } from '../domain/domain.ts';
import type { DomainOptions } from '../domain/options.ts';

// The thread that reads what takes long.
serveReader(ownThread(), (db, options: DomainOptions) => domain(db, options));
