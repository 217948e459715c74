/** What is sent to the endpoint, and under which conditions (BSSCI 11.1). */
export interface DownlinkContent {
  /** One entry, or one per counter. An empty one is a pure acknowledgement. */
  readonly userData: readonly Uint8Array[];
  /** Counters of the uplinks whose windows may carry the entries; undefined: any window may carry the one entry. */
  readonly packetCnts: readonly number[] | undefined;
  readonly format: number;
  readonly prio: number;
  readonly responseExp: boolean;
  readonly responsePrio: boolean;
  readonly dlWindReq: boolean;
  readonly expOnly: boolean;
  /** Ask for the reception status with it (BSSCI 12). */
  readonly dlRxStatQry: boolean;
}

const FLAGS = ['responseExp', 'responsePrio', 'dlWindReq', 'expOnly', 'dlRxStatQry'] as const;
type ContentFlags = Pick<DownlinkContent, (typeof FLAGS)[number]>;

export function packContentFlags(content: ContentFlags): number {
  return FLAGS.reduce((packed, flag, bit) => packed | (content[flag] ? 1 << bit : 0), 0);
}

export function unpackContentFlags(packed: number): ContentFlags {
  const is = (flag: (typeof FLAGS)[number]) => (packed & (1 << FLAGS.indexOf(flag))) !== 0;
  return {
    responseExp: is('responseExp'),
    responsePrio: is('responsePrio'),
    dlWindReq: is('dlWindReq'),
    expOnly: is('expOnly'),
    dlRxStatQry: is('dlRxStatQry'),
  };
}

/** Entries as one blob: a length byte before each. */
export function packEntries(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(entries.flatMap(entry => [Uint8Array.of(entry.length), entry]));
}

export function unpackEntries(blob: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < blob.length; ) {
    const end = at + 1 + (blob[at] ?? 0);
    entries.push(blob.subarray(at + 1, end));
    at = end;
  }
  return entries;
}
