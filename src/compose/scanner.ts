import { serveReader } from '../database/reader.ts';
import { type DomainOptions, domain } from '../domain/domain.ts';

// The thread that reads what takes long.
serveReader((db, options: DomainOptions) => domain(db, options));
