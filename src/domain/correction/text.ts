import type { Correction } from '../../kit/time/credible-clock.ts';

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** JSON text whose times within the correction are moved, be they numbers or RFC 3339; the same text where there is none. */
export function movedText(text: string, { from, to, offsetMs }: Correction): string {
  let moved = false;
  const within = (ms: number) => ms >= from && ms <= to;
  const value: unknown = JSON.parse(text, (_, given: unknown) => {
    if (typeof given === 'number' && within(given)) {
      moved = true;
      return given + offsetMs;
    }
    if (typeof given === 'string' && RFC_3339.test(given) && within(Date.parse(given))) {
      moved = true;
      return new Date(Date.parse(given) + offsetMs).toISOString();
    }
    return given;
  });
  return moved ? JSON.stringify(value) : text;
}
