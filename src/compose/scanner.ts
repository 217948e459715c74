import { serveReader } from '../database/reader.ts';
import { domain } from '../domain/domain.ts';
import type { DomainOptions } from '../domain/options.ts';

// The thread that reads what takes long.
serveReader((db, options: DomainOptions) => domain(db, options));
