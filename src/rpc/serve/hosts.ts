import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Fault, fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import { plainAddress } from '../../kit/net/address.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { originsOf } from './cors.ts';
import { isLoopbackAddress } from './peer.ts';

/** What of a request says whom it is meant for, and where it comes from. */
export interface Addressed {
  /** `:authority` and `Host`, those that were sent. */
  readonly authorities: readonly string[];
  readonly origin: string | undefined;
  /** Our end of its connection. */
  readonly localAddress: string | undefined;
}

export interface HostOptions {
  /**
   * Names of the service center beside loopback and the addresses of this machine; asked again for each name that is neither. `any`:
   * without credentials nothing is given by a name.
   */
  names(): readonly string[] | 'any';
  /** Origins of pages from elsewhere; `*` for any. */
  readonly corsOrigins: readonly string[];
}

/**
 * Without sign-in, a web page that the operator has open must not reach this port under a name of its own (operations, section 4).
 * @returns a check that throws `HostNotAllowed`
 */
export function hostCheck({ names, corsOrigins }: HostOptions): (request: Addressed) => void {
  const isAllowed = originsOf(corsOrigins);
  const isNamed = (host: string, named: readonly string[] | 'any') =>
    named !== 'any' && named.some(name => bare(name) === host);
  const isOwn = (host: string, localAddress: string | undefined) =>
    isLoopback(host) || isOwnAddress(host, localAddress) || isNamed(host, names());
  return ({ authorities, origin, localAddress }) => {
    const hosts = authorities.map(bare);
    for (const host of hosts) if (!isOwn(host, localAddress) && names() !== 'any') refuse('host', host);
    if (origin === undefined || isAllowed(origin)) return;
    const page = pageHost(origin);
    if (page === undefined) return refuse('origin', origin);
    if (hosts.includes(page)) return;
    // A page on the loopback of the operator's machine is no page of this one, unless both are the same machine.
    const near = isLoopback(page) ? hosts.some(isLoopback) : isOwn(page, localAddress);
    if (!near) refuse('origin', origin);
  };
}

const TELL_MS = 60_000;

/** Says in the log which page was refused and what lets it in, at most once a minute. */
export function tellingPages(
  check: (request: Addressed) => void,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): (request: Addressed) => void {
  let nextAt = Number.NEGATIVE_INFINITY;
  return request => {
    try {
      check(request);
    } catch (cause) {
      const now = clock.monotonic();
      if (now >= nextAt && cause instanceof Fault && cause.about.origin !== undefined) {
        nextAt = now + TELL_MS;
        const told = { origin: cause.about.origin, setting: 'gateway.cors_origins' };
        log.warn(told, 'a web page from elsewhere was refused; its origin can be added to gateway.cors_origins');
      }
      throw cause;
    }
  };
}

function refuse(what: 'host' | 'origin', value: string): void {
  throw fault('HostNotAllowed', { [what]: value.slice(0, 256) });
}

/** The host of an authority: no port, brackets, zone, final dot or upper case. */
function bare(authority: string): string {
  const [, inBrackets, name] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(authority) ?? [];
  const host = (inBrackets ?? name ?? authority).toLowerCase();
  return plainAddress(host.replace(/%.*$/, '').replace(/\.$/, ''));
}

function pageHost(origin: string): string | undefined {
  const page = URL.parse(origin);
  return page && /^https?:$/.test(page.protocol) ? bare(page.host) : undefined;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}

function isOwnAddress(host: string, localAddress: string | undefined): boolean {
  if (isIP(host) === 0) return false;
  if (host === plainAddress(localAddress)) return true;
  return Object.values(networkInterfaces()).some(of => of?.some(({ address }) => address === host));
}
