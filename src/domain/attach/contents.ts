import type { Db } from '../../database/driver.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';
import type { Eui } from '../../kit/eui.ts';
import type { AnnouncedEndpoint } from './attach-records.ts';
import { shortAddress } from './session-key.ts';

/** What of an endpoint, as `e`, decides what stations are told of it. */
export const CONTENT_COLUMNS = `e.eui, e.ep_class, e.nwk_key, e.nwk_sn_key, e.sh_addr, e.attach_sh_addr, e.attach_origin, e.dual_chan,
  e.repetition, e.wide_carr_off, e.long_blk_dist`;

export interface ContentRow {
  eui: Eui;
  ep_class: string;
  nwk_key: Uint8Array | null;
  nwk_sn_key: Uint8Array | null;
  sh_addr: number | null;
  attach_sh_addr: number | null;
  attach_origin: string | null;
  dual_chan: number;
  repetition: number;
  wide_carr_off: number;
  long_blk_dist: number;
}

interface FormerRow {
  eui: Eui;
  bidi: number;
  key_column: 'nwk_key' | 'nwk_sn_key';
  key: Uint8Array;
  sh_addr: number;
  dual_chan: number;
  repetition: number;
  wide_carr_off: number;
  long_blk_dist: number;
}

export const sealedInFormerEndpoints: readonly SealedColumn[] = [
  {
    table: 'former_endpoint',
    column: 'key',
    key: ['endpoint', 'version'],
    reads: ['eui', 'key_column'],
    about: ({ eui, key_column }) => `endpoint:${eui}:${key_column}`,
    words: ({ eui }) => `the key that endpoint ${eui} had when it was announced`,
  },
];

/** What stations are told of endpoints: of each as it is, and as it was while an operation that said so has no answer (BSSCI 6.5). */
export function contentStore(db: Db) {
  const current = db.prepare(`SELECT ${CONTENT_COLUMNS} FROM endpoint e WHERE e.id = ? AND e.version = ?`);
  const versionOf = db.prepare('SELECT version FROM endpoint WHERE id = ?');
  const former = db.prepare(
    `SELECT eui, bidi, key_column, key, sh_addr, dual_chan, repetition, wide_carr_off, long_blk_dist FROM former_endpoint
     WHERE endpoint = ? AND version = ?`,
  );
  const insertFormer = db.prepare(
    `INSERT OR IGNORE INTO former_endpoint (endpoint, version, eui, bidi, key_column, key, sh_addr, dual_chan, repetition,
       wide_carr_off, long_blk_dist) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const formers = db.prepare('SELECT endpoint, version FROM former_endpoint');
  const dropFormer = db.prepare('DELETE FROM former_endpoint WHERE endpoint = ? AND version = ?');

  const find = (endpoint: number, version: number): AnnouncedEndpoint | undefined => {
    const row = current.get(endpoint, version) as ContentRow | undefined;
    if (row) return contentOf(row);
    const kept = former.get(endpoint, version) as FormerRow | undefined;
    return kept && contentThen(kept);
  };

  return {
    /** What an endpoint was in one version; undefined when that is not known any more, or it had no key. */
    find,

    versionOf(endpoint: number): number | undefined {
      return (versionOf.get(endpoint) as { version: number } | undefined)?.version;
    },

    /** The endpoint is about to change: keeps what it is. */
    keep(endpoint: number, version: number): void {
      const content = find(endpoint, version);
      if (!content?.key) return;
      const { epEui, bidi, key, shAddr, dualChan, repetition, wideCarrOff, longBlkDist } = content;
      const flags = [dualChan, repetition, wideCarrOff, longBlkDist].map(Number);
      insertFormer.run(endpoint, version, epEui, Number(bidi), key.column, key.sealed, shAddr, ...flags);
    },

    /** Every version that is kept. */
    kept(): { endpoint: number; version: number }[] {
      return formers.all() as { endpoint: number; version: number }[];
    },

    drop(endpoint: number, version: number): void {
      dropFormer.run(endpoint, version);
    },
  };
}
export type Contents = ReturnType<typeof contentStore>;

/** What stations are told of an endpoint. */
export function contentOf(row: ContentRow): AnnouncedEndpoint {
  const { eui, nwk_key, nwk_sn_key } = row;
  const overTheAir = row.attach_origin === 'over_the_air';
  const key = nwk_sn_key
    ? { column: 'nwk_sn_key' as const, sealed: nwk_sn_key }
    : nwk_key && !overTheAir
      ? { column: 'nwk_key' as const, sealed: nwk_key }
      : undefined;
  return {
    epEui: eui,
    bidi: row.ep_class === 'A',
    key,
    shAddr: shortAddress(eui, overTheAir ? row.attach_sh_addr : null, row.sh_addr),
    ...flagsOf(row),
  };
}

function contentThen(row: FormerRow): AnnouncedEndpoint {
  const { eui: epEui, key_column: column, key: sealed, sh_addr: shAddr } = row;
  return { epEui, bidi: row.bidi !== 0, key: { column, sealed }, shAddr, ...flagsOf(row) };
}

function flagsOf(row: Pick<ContentRow, 'dual_chan' | 'repetition' | 'wide_carr_off' | 'long_blk_dist'>) {
  return {
    dualChan: row.dual_chan !== 0,
    repetition: row.repetition !== 0,
    wideCarrOff: row.wide_carr_off !== 0,
    longBlkDist: row.long_blk_dist !== 0,
  };
}
