/** One word of a search in a station's traffic (platform API section 4.3). */
export type LineTerm =
  | { readonly kind: 'hex' | 'name'; readonly text: string }
  | { readonly kind: 'cnt' | 'fmt' | 'que' | 'op'; readonly number: string };

/** Which lines of a base station's traffic. */
export interface StationQuery {
  station: number;
  /** Who asks: endpoints of others are not to be found by what is hidden of them. */
  org: number;
  direction?: 'uplink' | 'downlink' | undefined;
  /** Time of the line, [from, to). */
  fromNs?: bigint | undefined;
  toNs?: bigint | undefined;
  endpoint?: readonly number[] | undefined;
  duplicate?: boolean | undefined;
  dlOpen?: boolean | undefined;
  terms?: readonly LineTerm[] | undefined;
}

const EXACT = /^(cnt|fmt|que|op):(-?[0-9]{1,20})$/;
const HEX = /^[0-9a-f]{4,}$/;

/** The words of a search text. All of them must match. */
export function lineTerms(query: string): LineTerm[] {
  const words = query.toLowerCase().split(/\s+/);
  return words.filter(Boolean).map(word => {
    const [, kind, number] = EXACT.exec(word) ?? [];
    if (kind !== undefined && number !== undefined) {
      return { kind: kind as 'cnt' | 'fmt' | 'que' | 'op', number: String(BigInt(number)) };
    }
    return { kind: HEX.test(word) ? 'hex' : 'name', text: word };
  });
}

interface Visible {
  epEui: string;
  epName: string;
  userData: Uint8Array;
  /** null: a downlink that was not sent */
  packetCnt: number | null;
  format: number;
}

/**
 * Ids of operations and downlinks are the station's; everything else belongs to who owns the endpoint.
 * @param message what the caller may see of the telegram; undefined for another organization's endpoint
 * @param queId undefined for an uplink
 */
export function lineMatches(
  terms: readonly LineTerm[],
  message: Visible | undefined,
  opId: number,
  queId?: number,
): boolean {
  return terms.every(term => {
    if (term.kind === 'op') return String(opId) === term.number;
    if (term.kind === 'que') return String(queId) === term.number;
    return message !== undefined && messageMatches(term, message);
  });
}

function messageMatches(term: LineTerm, { epEui, epName, userData, packetCnt, format }: Visible): boolean {
  switch (term.kind) {
    case 'cnt':
      return String(packetCnt) === term.number;
    case 'fmt':
      return String(format) === term.number;
    case 'hex':
      return epEui.includes(term.text) || Buffer.from(userData).toString('hex').includes(term.text);
    case 'name':
      return epName.toLowerCase().includes(term.text);
    default:
      return false;
  }
}
