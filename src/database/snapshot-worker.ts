import { parentPort, workerData } from 'node:worker_threads';
import { errorData } from './runner.ts';
import { writeSnapshot } from './snapshot/snapshot.ts';
import { refreshSnapshot } from './snapshot/snapshot-refresh.ts';
import type { SnapshotTask, SnapshotTaskEnd } from './snapshot/snapshot-thread.ts';

// The thread of a snapshot: one task, one message.
const port = parentPort;
const { refresh, ...task } = workerData as SnapshotTask;
const snapshot = async () => (refresh ? refreshSnapshot({ ...task, ...refresh }) : writeSnapshot(task));
snapshot()
  .then(
    report => port?.postMessage({ report } satisfies SnapshotTaskEnd),
    (cause: unknown) => port?.postMessage({ failed: errorData(cause) } satisfies SnapshotTaskEnd),
  )
  .finally(() => port?.close());
