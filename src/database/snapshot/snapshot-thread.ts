import { type CallError, errorOf } from '../commit.ts';
import { threadsOf } from '../driver.ts';
import type { SnapshotOptions, SnapshotReport } from './snapshot.ts';
import type { RefreshOptions } from './snapshot-refresh.ts';

/** What the thread of a snapshot is given: with `refresh` it writes what differs from an older one, else a whole copy. */
export interface SnapshotTask extends SnapshotOptions {
  readonly refresh?: Pick<RefreshOptions, 'base' | 'newest' | 'file'> | undefined;
}
/** Its only message. */
export type SnapshotTaskEnd = { readonly report: SnapshotReport } | { readonly failed: CallError };

/** A snapshot that is being written in a thread of its own. */
export interface RunningSnapshot {
  readonly done: Promise<SnapshotReport>;
  /** Gives it up; what is there of it is removed at the next start. */
  stop(): Promise<void>;
}

/** Writes a snapshot beside everything else (`writeSnapshot`, `refreshSnapshot`). */
export function startSnapshot(task: SnapshotTask): RunningSnapshot {
  const thread = threadsOf(task.engine);
  const worker = thread('database/snapshot-worker', { workerData: task, name: 'snapshot' });
  const { promise: done, resolve, reject } = Promise.withResolvers<SnapshotReport>();
  worker.once('message', (end: SnapshotTaskEnd) => {
    if ('report' in end) resolve(end.report);
    else reject(errorOf(end.failed));
  });
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('the snapshot was given up')));
  return {
    done,
    async stop() {
      await worker.terminate();
    },
  };
}
