const INTERVALS = 3;

/** Whether an endpoint has been silent for longer than three of its intervals; without an interval it is never late. */
export function isLate(lastSeenAt: number, intervalSeconds: number, now: number): boolean {
  return intervalSeconds > 0 && now - lastSeenAt > INTERVALS * intervalSeconds * 1000;
}
