import type { ServerResponse } from 'node:http';
import type { Clock, Timer } from '../time/clock.ts';

/** A client that takes nothing of what waits for it for so long will not: at least this, at most twice. */
const UNREAD_MS = 30_000;

/** Looks after one answer until it is taken. @param cut ends it, when its client takes nothing */
export function cutWhenUnread(clock: Clock, response: ServerResponse, cut: () => void): void {
  let hasMoved = true;
  const look = (): Timer =>
    clock.after(UNREAD_MS, () => {
      const isWaiting = response.writableEnded || response.writableLength > 0;
      if (isWaiting && !hasMoved) return cut();
      hasMoved = !isWaiting;
      timer = look();
    });
  let timer = look();
  response.on('drain', () => {
    hasMoved = true;
  });
  response.once('close', () => timer.cancel());
}
