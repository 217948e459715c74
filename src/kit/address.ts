import { isIPv4, isIPv6 } from 'node:net';

/** An address as people know it: a socket for both families gives the address of an IPv4 peer in the form of IPv6. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d{1,3}(\.\d{1,3}){3}$)/i, '');
}

/** The address in `host:port` without its port, which is another one with every attempt. */
export function hostOf(remoteAddress: string): string {
  return remoteAddress.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
}

/** The network of a client as one site has it: /24 of an IPv4 address, /64 of another; what is no address stands for itself. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
  const [host = ''] = plain.split('%', 1);
  if (!isIPv6(host)) return plain;
  // A URL has one way to write an address: shortest form, the longest run of zeros left out, no dots.
  const text = new URL(`http://[${host}]`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const groups = (part = '') => part.split(':').filter(Boolean);
  const known = [...groups(head), ...groups(tail)].length;
  const all = tail === undefined ? groups(head) : [...groups(head), ...Array(8 - known).fill('0'), ...groups(tail)];
  return `${all.slice(0, 4).join(':')}::/64`;
}

/** By what a client is counted of which nothing but its address is known: of IPv6 each has a whole /64 to choose from. */
export function countedAddress(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain.split('%', 1)[0] ?? '') ? networkOf(plain) : plain;
}

export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

/** Nobody on the way to it can read along. */
export function isConfidential({ protocol, hostname }: URL): boolean {
  const isHere = hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}
