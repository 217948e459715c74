/** An address as people know it: a socket for both families gives the address of an IPv4 peer in the form of IPv6. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d{1,3}(\.\d{1,3}){3}$)/i, '');
}

/** The address in `host:port` without its port, which is another one with every attempt. */
export function hostOf(remoteAddress: string): string {
  return remoteAddress.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
}
