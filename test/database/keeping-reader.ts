import { ownThread } from '../../src/database/own-thread.ts';
import { serveReader } from '../../src/database/reader.ts';
import { keeping } from './keeping-scans.ts';

// A thread that reads, for `scan-memory.test.ts`.
serveReader(ownThread(), keeping);
