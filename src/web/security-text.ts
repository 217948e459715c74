import type { Clock } from '../kit/time/clock.ts';
import { DAY_MS } from '../kit/units.ts';
import type { Page } from '../rpc/serve/pages.ts';

/** It is made from the settings of now, each time that it is asked for. */
const VALID_DAYS = 180;

/**
 * Where to report a weakness (RFC 9116), as a page at its well-known place.
 * @param contacts as the operator gives them; without one there is no page
 */
export function securityPages(contacts: readonly string[], clock: Pick<Clock, 'now'>): Page[] {
  if (contacts.length === 0) return [];
  const text = () => {
    // The same for a whole day.
    const expires = (Math.floor(clock.now() / DAY_MS) + VALID_DAYS) * DAY_MS;
    const lines = [
      ...contacts.map(contact => `Contact: ${contact}`),
      `Expires: ${new Date(expires).toISOString().replace('.000', '')}`,
    ];
    return `${lines.join('\n')}\n`;
  };
  const page: Page = {
    method: 'GET',
    path: '/.well-known/security.txt',
    handle: () => ({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text() }),
  };
  return [page];
}
