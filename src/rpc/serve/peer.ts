import { BlockList, isIP, type Socket } from 'node:net';
import { plainAddress } from '../../kit/net/address.ts';
import type { WebRequest } from './http.ts';

/** Who is at the other end of a request. */
export interface Peer {
  /** Address of the client, without port. */
  readonly address: string;
  /** It cannot be read on the way: TLS, or a client on this machine. */
  readonly secure: boolean;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

export function isLoopbackAddress(address: string): boolean {
  return lists(LOOPBACK, address);
}

/**
 * Says of each request who sends it. What a proxy tells of its client counts only from the proxies that are named
 * (clarification I4b): any other client could tell anything.
 * @param trusted addresses and networks (`192.0.2.0/24`). @throws Error for what is neither
 */
export function peers(trusted: readonly string[]): (request: Pick<WebRequest, 'headers'>, connection: Socket) => Peer {
  const proxies = new BlockList();
  for (const entry of trusted) add(proxies, entry);
  return ({ headers }, socket) => {
    const address = plainAddress(socket.remoteAddress);
    const direct = { address, secure: 'encrypted' in socket || isLoopbackAddress(address) };
    if (trusted.length === 0 || !lists(proxies, address)) return direct;
    const [hops, protocol] = [headers['x-forwarded-for'], headers['x-forwarded-proto']].map(listOf);
    if (!hops && !protocol) return direct;
    const client = behind(proxies, address, hops ?? []);
    return { address: client, secure: protocol?.at(-1) === 'https' || isLoopbackAddress(client) };
  };
}

/** The last one on the way whom no proxy of ours vouches for; what stands before that any client may have written. */
function behind(proxies: BlockList, peer: string, hops: readonly string[]): string {
  let last = peer;
  for (const hop of hops.toReversed()) {
    const address = plainAddress(hop.replace(/^\[(.*)\](:\d+)?$/, '$1'));
    if (isIP(address) === 0) return last;
    last = address;
    if (!lists(proxies, address)) return last;
  }
  return last;
}

function listOf(value: string | string[] | undefined): readonly string[] | undefined {
  return value
    ?.toString()
    .split(',')
    .map(part => part.trim().toLowerCase());
}

function add(list: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/', 2);
  const family = isIP(address);
  const longest = family === 4 ? 32 : 128;
  const length = prefix === undefined ? longest : Number(prefix);
  if (family === 0 || !/^\d*$/.test(prefix ?? '') || prefix === '' || length > longest) {
    throw new Error(`gateway.trusted_proxies: ${entry} is neither an address nor a network such as 192.0.2.0/24`);
  }
  list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
}

function lists(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
