import { ownThread } from '../database/own-thread.ts';
import { serveWriter } from '../database/writer.ts';
import { contents } from '../domain/contents.ts';
import { written } from './written.ts';

// The thread that writes: what the database is, joined with what is in it.
serveWriter(ownThread(), contents, written);
