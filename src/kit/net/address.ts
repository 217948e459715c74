import { isIPv4, isIPv6 } from 'node:net';

/** An address as people know it: a socket for both families gives the address of an IPv4 peer in the form of IPv6. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d{1,3}(\.\d{1,3}){3}$)/i, '');
}

/** The address in `host:port` without its port, which is another one with every attempt. */
export function hostOf(remoteAddress: string): string {
  return remoteAddress.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
}

/** By what a client is counted of which nothing but its address is known: of IPv6 each has a whole /64 to choose from. */
export function countedAddress(address: string): string {
  const plain = plainAddress(address);
  return ipv6Network(plain, 4) ?? plain;
}

/** What a client shares with its neighbours: /24 of an IPv4 address, /48 of another; what is no address stands for itself. */
export function neighbourhoodOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
  return ipv6Network(plain, 3) ?? plain;
}

/** @param length in groups of 16 bits. @returns undefined for what is no address of IPv6 */
function ipv6Network(address: string, length: number): string | undefined {
  const [host = ''] = address.split('%', 1);
  if (!isIPv6(host)) return undefined;
  // A URL has one way to write an address: shortest form, the longest run of zeros left out, no dots.
  const text = new URL(`http://[${host}]`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const groups = (part = '') => part.split(':').filter(Boolean);
  const known = [...groups(head), ...groups(tail)].length;
  const all = tail === undefined ? groups(head) : [...groups(head), ...Array(8 - known).fill('0'), ...groups(tail)];
  return `${all.slice(0, length).join(':')}::/${length * 16}`;
}

export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

/** What is sent there cannot be read on the way. */
export function isConfidential({ protocol, hostname }: URL): boolean {
  const isHere = hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}
