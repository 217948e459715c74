import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { TargetError } from './failure.ts';

/** The key that opens what is refused by default. */
export const ALLOW_KEY = 'integrations.allow_targets';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

type Family = 'ipv4' | 'ipv6';

/** What no integration has to reach on the network of a customer (integrations section 3, target check). */
const REFUSED: readonly { readonly why: string; readonly ranges: readonly (readonly [string, number, Family])[] }[] = [
  {
    why: 'an address of cloud metadata',
    ranges: [
      ['169.254.169.254', 32, 'ipv4'],
      ['100.100.100.200', 32, 'ipv4'],
      ['fd00:ec2::254', 128, 'ipv6'],
    ],
  },
  {
    why: 'a loopback address',
    ranges: [
      ['127.0.0.0', 8, 'ipv4'],
      ['::1', 128, 'ipv6'],
    ],
  },
  {
    why: 'a link-local address',
    ranges: [
      ['169.254.0.0', 16, 'ipv4'],
      ['fe80::', 10, 'ipv6'],
    ],
  },
  {
    why: 'a multicast or broadcast address',
    ranges: [
      ['224.0.0.0', 4, 'ipv4'],
      ['255.255.255.255', 32, 'ipv4'],
      ['ff00::', 8, 'ipv6'],
    ],
  },
  {
    why: 'an unspecified address',
    ranges: [
      ['0.0.0.0', 8, 'ipv4'],
      ['::', 128, 'ipv6'],
    ],
  },
];

const lists = REFUSED.map(({ why, ranges }) => {
  const list = new BlockList();
  for (const [net, prefix, family] of ranges) list.addSubnet(net, prefix, family);
  return { why, list };
});

/** Decides which addresses integrations may reach: of a name every one that it has, and the one that is connected to is one of those. */
export class TargetGuard {
  #names = new Set<string>();
  // One list per family: a rule about an IPv4 address must not open its forms in IPv6.
  #allowed4 = new BlockList();
  #allowed6: { readonly network: Uint8Array; readonly prefix: number }[] = [];
  readonly #own: () => readonly string[];
  readonly #lookup: (host: string) => Promise<readonly Address[]>;

  /** @param allow host names, addresses, networks in CIDR form, as the configuration has checked them */
  constructor({
    allow,
    ownAddresses = addressesOfHost,
    lookup = resolved,
  }: {
    readonly allow: readonly string[];
    ownAddresses?(): readonly string[];
    lookup?(host: string): Promise<readonly Address[]>;
  }) {
    this.#own = ownAddresses;
    this.#lookup = lookup;
    this.change(allow);
  }

  /** From now on these are open, for what is connected from now on. @param allow as the constructor takes it */
  change(allow: readonly string[]): void {
    this.#names = new Set();
    this.#allowed4 = new BlockList();
    this.#allowed6 = [];
    for (const entry of allow) this.#allow(entry);
  }

  #allow(entry: string): void {
    const [net = '', prefix] = entry.split('/');
    const family = isIP(net);
    if (family === 0) this.#names.add(entry.toLowerCase());
    else if (family === 4) this.#allowed4.addSubnet(net, prefix === undefined ? 32 : Number(prefix), 'ipv4');
    else this.#allowed6.push({ network: bytesOf(net), prefix: prefix === undefined ? 128 : Number(prefix) });
  }

  /** Why a host as it stands in a URL is refused without a look at the name service; undefined: it is not. */
  literal(host: string): string | undefined {
    const name = plainHost(host);
    if (this.#names.has(name)) return undefined;
    if (name === 'localhost' || name.endsWith('.localhost')) return sentence(name, 'this host');
    return isIP(name) === 0 ? undefined : this.#refused(name);
  }

  /**
   * The addresses of a host, each of them allowed.
   * @throws TargetError when one is not, or there is none
   */
  async addresses(host: string): Promise<readonly Address[]> {
    const name = plainHost(host);
    const family = isIP(name);
    const found =
      family === 0 ? await this.#resolved(name) : [{ address: name, family: family === 4 ? 4 : 6 } as const];
    if (this.#names.has(name)) return found;
    for (const { address } of found) {
      const refused = this.#refused(address);
      if (refused) {
        const reason = family === 0 ? `${name}: ${refused}` : refused;
        throw new TargetError({ reason, notAllowed: true });
      }
    }
    return found;
  }

  async #resolved(name: string): Promise<readonly Address[]> {
    try {
      const found = await this.#lookup(name);
      if (found.length > 0) return found;
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
      throw new TargetError({ reason: `the name ${name} cannot be resolved${code}` }, { cause });
    }
    throw new TargetError({ reason: `the name ${name} has no address` });
  }

  #refused(address: string): string | undefined {
    if (this.#isAllowed(address)) return undefined;
    // A form of IPv6 reaches what stands in it.
    const plain = embedded(address) ?? address;
    const family: Family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
    const why = lists.find(({ list }) => list.check(plain, family))?.why;
    if (why) return sentence(address, why);
    const bytes = Buffer.from(bytesOf(plain));
    const own = this.#own().some(other => isIP(other) === isIP(plain) && bytes.equals(bytesOf(other)));
    return own ? sentence(address, 'an address of this host') : undefined;
  }

  #isAllowed(address: string): boolean {
    if (isIP(address) === 4) return this.#allowed4.check(address, 'ipv4');
    const bytes = bytesOf(address);
    return this.#allowed6.some(({ network, prefix }) => sameStart(bytes, network, prefix));
  }
}

function sentence(address: string, why: string): string {
  return `${address} is ${why}, which integrations may reach only when ${ALLOW_KEY} names it`;
}

/** A host as URLs of every scheme may write it (`127.1`, `0x7f000001`, `[::1]`), in the one form that is compared. */
function plainHost(host: string): string {
  const bare = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const written = isIP(bare) === 6 ? `[${bare.replace(/%.*$/, '')}]` : bare;
  const url = URL.parse(`http://${written}`);
  return url ? url.hostname.replace(/^\[|\]$/g, '') : bare;
}

/** The IPv4 address inside of `::ffff:0:0/96` or `64:ff9b::/96`; undefined for every other address. */
function embedded(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const bytes = bytesOf(address);
  const mapped = sameStart(bytes, bytesOf('::ffff:0:0'), 96);
  return mapped || sameStart(bytes, bytesOf('64:ff9b::'), 96) ? bytes.subarray(12).join('.') : undefined;
}

function sameStart(bytes: Uint8Array, other: Uint8Array, bits: number): boolean {
  for (let at = 0; at * 8 < bits; at++) {
    const left = bits - at * 8;
    const mask = left >= 8 ? 0xff : (0xff << (8 - left)) & 0xff;
    if (((bytes[at] ?? 0) & mask) !== ((other[at] ?? 0) & mask)) return false;
  }
  return true;
}

/** The 4 or 16 bytes of an address. */
function bytesOf(address: string): Uint8Array {
  if (isIP(address) === 4) return Uint8Array.from(address.split('.').map(Number));
  const bare = address.replace(/%.*$/, '');
  // The URL parser writes every form as groups of hex digits.
  const text = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)));
  const [front, back] = [groups(head), groups(tail)];
  const words = [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back];
  return Uint8Array.from(words.flatMap(word => [word >> 8, word & 0xff]));
}

function addressesOfHost(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(({ address }) => address));
}

async function resolved(host: string): Promise<readonly Address[]> {
  const found = await systemLookup(host, { all: true, order: 'ipv4first' });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
