import { ownThread } from './own-thread.ts';
import { serveSnapshot } from './snapshot/snapshot-task.ts';

// The thread of a snapshot: one task, one message.
serveSnapshot(ownThread());
