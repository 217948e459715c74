import { isIP } from 'node:net';
import type { FieldAt } from '../../domain/integration/kind-settings.ts';
import type { FaultName } from '../../kit/faults/faults.ts';

export const MAX_URL = 2048;

/** What a URL may have besides scheme, host and port. */
interface Allowed {
  readonly schemes: readonly string[];
  readonly path?: boolean;
  readonly query?: boolean;
}

/**
 * A URL without credentials, which would be shown to every reader of the integration. @returns why it is refused; undefined: it is not
 */
function objection(given: string, { schemes, path = false, query = false }: Allowed): string | undefined {
  const [, scheme = '', rest = ''] = /^([a-z]+):\/\/(.+)$/i.exec(given) ?? [];
  if (!schemes.includes(scheme.toLowerCase())) return `its scheme is one of ${schemes.join(', ')}`;
  // Only of the schemes of the web the parser looks at the host.
  const url = URL.parse(`http://${rest}`);
  if (!url || /\s/.test(given)) return 'it is not a URL';
  if (/^[^/?#]*@/.test(rest)) return 'credentials have fields of their own';
  if (url.port === '0') return 'port 0 is none';
  // In those of other schemes the host is read as it stands.
  const host = /^https?$/i.test(scheme) ? url.hostname : hostIn(given);
  if (isIP(host.replace(/^\[|\]$/g, '')) === 0 && !/^[a-z0-9_.-]+$/i.test(host)) return 'its host is not a host name';
  if (!path && !/^[^/?#]*\/?$/.test(rest)) return 'it has a host and a port, and nothing else';
  if (!query && url.search !== '') return 'it may not have a query';
  return url.hash === '' && !rest.includes('#') ? undefined : 'it may not have a fragment';
}

/** The host as it stands in a URL of any scheme. */
export function hostIn(url: string): string {
  const [, authority = ''] = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url) ?? [];
  return authority.replace(/:\d*$/, '');
}

export function urlOf(allowed: Allowed, refused: FaultName) {
  return (given: string, at: FieldAt): void => {
    const reason = objection(given, allowed);
    if (reason !== undefined) at.refuse('format', refused, { reason });
  };
}
