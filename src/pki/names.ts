import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { fault } from '../kit/faults/faults.ts';
import { alternativeNames } from './peer.ts';

/** RFC 1123 label; a wildcard is not one, because no station needs it. */
const LABEL = /^[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?$/;
const LONGEST_DNS_NAME = 253;

/**
 * The name as it stands in a certificate: lower-case DNS name or plain IP address.
 * @throws fault `InvalidServerName`
 */
export function parseServerName(text: string): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '');
  const address = name.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) && !address.includes('%')) return canonicalAddress(address);
  const labels = name.split('.');
  const looksLikeAddress = /^\d+$/.test(labels.at(-1) ?? '');
  if (name.length > LONGEST_DNS_NAME || looksLikeAddress || !labels.every(label => LABEL.test(label))) {
    throw fault('InvalidServerName', { server_name: text.slice(0, LONGEST_DNS_NAME) });
  }
  return name;
}

/** Each name once, in the order given. @throws fault `InvalidServerName` */
export function parseServerNames(names: readonly string[]): string[] {
  return [...new Set(names.map(parseServerName))];
}

/** What base stations may dial when no names are configured: host name, `localhost` and all own addresses. */
export function defaultServerNames(): string[] {
  const addresses = Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .filter(({ address, family }) => family === 'IPv4' || !isLinkLocal(address))
    .map(({ address }) => address);
  return parseServerNames([...usable(hostname()), 'localhost', ...addresses]);
}

/**
 * Which of these names a station is given to dial: the first that other machines may know. The bare host name of a box that was given
 * none is known to no other machine, its address is.
 * @returns undefined when they name this machine for itself only
 */
export function dialledHost(names: readonly string[]): string | undefined {
  const reachable = names.filter(name => name !== 'localhost' && name !== '::1' && !name.startsWith('127.'));
  const [first] = reachable;
  if (first === undefined || first.includes('.') || isIP(first) !== 0 || first !== hostname().toLowerCase())
    return first;
  return reachable.find(name => isIP(name) === 4) ?? reachable.find(name => isIP(name) === 6) ?? first;
}

/** DNS names and addresses of a certificate, spelt as `parseServerName` does. */
export function serverNamesOf(certificate: X509Certificate): { dns: string[]; ip: string[] } {
  const names = alternativeNames(certificate.subjectAltName ?? '');
  const of = (wanted: string) => names.filter(({ type }) => type === wanted).map(({ value }) => value);
  return { dns: of('DNS'), ip: of('IP Address').map(canonicalAddress) };
}

/** A link-local IPv6 address is nothing without its scope, which no certificate can carry. */
const isLinkLocal = (address: string) => address.includes('%') || /^fe[89ab]/i.test(address);

/** An odd host name must not keep the appliance from starting. */
function usable(host: string): string[] {
  try {
    return [parseServerName(host)];
  } catch {
    return [];
  }
}

/** One spelling per address (RFC 5952), so that the same address is not named twice. */
function canonicalAddress(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
