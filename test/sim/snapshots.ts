import { verifySnapshot } from '../../src/database/snapshot/snapshot.ts';
import type { Machine } from './machine.ts';

/** @returns what is wrong with a snapshot that was reported */
export function isWholeSnapshot({ engine, disk }: Machine, path: string): string[] {
  if (!disk.exists(path)) return [`${path} is gone`];
  try {
    verifySnapshot(path, engine);
    return [];
  } catch (cause) {
    return [cause instanceof Error ? cause.message : String(cause)];
  }
}
