import type { OwnThread } from '../own-thread.ts';
import { errorData } from '../runner.ts';
import { writeSnapshot } from './snapshot.ts';
import { refreshSnapshot } from './snapshot-refresh.ts';
import type { SnapshotTask, SnapshotTaskEnd } from './snapshot-thread.ts';

/** The whole life of the thread of a snapshot: makes it, tells of it, and ends. */
export function serveSnapshot({ settings, port }: OwnThread<SnapshotTask>): void {
  const { refresh, ...task } = settings;
  const snapshot = async () => (refresh ? refreshSnapshot({ ...task, ...refresh }) : writeSnapshot(task));
  snapshot()
    .then(
      report => port.postMessage({ report } satisfies SnapshotTaskEnd),
      (cause: unknown) => port.postMessage({ failed: errorData(cause) } satisfies SnapshotTaskEnd),
    )
    .finally(() => port.close());
}
