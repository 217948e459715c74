import { parentPort, workerData } from 'node:worker_threads';
import { errorData } from './runner.ts';
import { writeSnapshot } from './snapshot.ts';
import type { SnapshotTask, SnapshotTaskEnd } from './snapshot-thread.ts';

// The thread of a snapshot: one task, one message.
const port = parentPort;
writeSnapshot(workerData as SnapshotTask)
  .then(
    report => port?.postMessage({ report } satisfies SnapshotTaskEnd),
    (cause: unknown) => port?.postMessage({ failed: errorData(cause) } satisfies SnapshotTaskEnd),
  )
  .finally(() => port?.close());
