import { inserter, listed, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import type { SealedColumn } from '../../database/sealed-column.ts';
import type { Eui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import { before, type CredibleMs } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Acting } from '../event/acting.ts';
import type { EventType } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
import type { Repeatable } from '../once/once-store.ts';
import type { CertificateRecord, PeerKind } from './certificate-records.ts';

/** What is stored of a client certificate. Times in milliseconds. */
const stored = {
  uuid: 'text',
  org: 'integer',
  kind: 'text',
  eui: 'text',
  serial: 'text',
  fingerprint: 'text',
  not_before_at: 'integer',
  not_after_at: 'integer',
  pem: 'text',
  created_at: 'integer',
  key_until: 'integer?',
} as const;

/** A client certificate as readers get it. */
export interface CertificateRow extends RowOf<typeof stored> {
  id: number;
  kind: PeerKind;
  eui: Eui;
  /** End of the one download of its key; null when the key was never here. */
  key_until: number | null;
  revoked_at: number | null;
  reason: string;
  /** Whether the key is still here, 0 or 1. */
  has_key: number;
}

/** A certificate that was issued over the API. */
export interface IssuedCertificate extends CertificateRecord {
  readonly uuid: string;
  /** Sealed, with the end of its one download; absent for a key that was made elsewhere. */
  readonly key?: { readonly sealed: Uint8Array; readonly until: number } | undefined;
  /** Whether all earlier ones of its EUI are revoked with it. */
  readonly revokePrevious: boolean;
}

/** What tells whether a certificate is revoked. */
export interface RevocableRow {
  kind: PeerKind;
  eui: Eui;
  serial: string;
  not_before_at: number;
  revoked_at: number;
  reason: string;
}

export interface RevokedEuiRow {
  kind: PeerKind;
  eui: Eui;
  revoked_at: number;
  reason: string;
}

/** What another process has revoked. */
export interface ForeignRevocations {
  /** Without leading zeros. */
  readonly serials: readonly { readonly serial: string; readonly at: number; readonly reason: string }[];
  readonly euis: readonly {
    readonly kind: PeerKind;
    readonly eui: Eui;
    readonly at: number;
    readonly reason: string;
    /** Serials of those that were made later, without leading zeros. */
    readonly since: readonly string[];
  }[];
}

/** Which certificates of peers are listed. */
export interface CertificateQuery {
  readonly org: number;
  readonly kinds: readonly PeerKind[];
  readonly eui?: string | undefined;
  /** How it stands at this moment; undefined: all. */
  readonly status?: PeerCertificateStatus | undefined;
  readonly now: number;
  readonly limit: number;
  readonly offset: number;
}

export type PeerCertificateStatus = 'valid' | 'expiring' | 'expired' | 'not_yet_valid' | 'revoked';

/** How one stands; the values are now, twice, and when one expires soon (milliseconds). */
const STATUS = `CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN not_after_at <= ? THEN 'expired'
  WHEN not_before_at > ? THEN 'not_yet_valid' WHEN not_after_at <= ? THEN 'expiring' ELSE 'valid' END`;
const LISTED = `FROM certificate
  WHERE org = ? AND kind IN (SELECT value FROM json_each(?)) AND (? = '' OR eui = ?) AND (? = '' OR ${STATUS} = ?)`;
/** Milliseconds before its end. */
export const EXPIRING_MS = 30 * DAY_MS;

const COLUMNS = `id, ${listed(stored)}, revoked_at, reason, private_key IS NOT NULL AS has_key`;
const REVOCABLE = 'kind, eui, serial, not_before_at, revoked_at, reason';
/** An authority of the operator may issue anew every day: what ended so long ago is not kept. */
const ENDED_MS = 90 * DAY_MS;
const AT_ONCE = 500;
/** Why a certificate counts as revoked whose authority is no longer ours: no listener takes it, so the file need not name it. */
export const AUTHORITY_REPLACED = 'authority_replaced';
const NO_PERSON = { userId: undefined, userEmail: undefined };

export const sealedInCertificates: readonly SealedColumn[] = [
  {
    table: 'certificate',
    column: 'private_key',
    key: ['id'],
    reads: ['uuid', 'eui'],
    about: ({ uuid }) => `certificate:${uuid}:private_key`,
    words: ({ uuid, eui }) => `the private key of certificate ${uuid}, which is for ${eui}`,
  },
];

/** Of one EUI, that have not ended: with so many, some are to be revoked, and to end, first. */
const MAX_CERTIFICATES = 100;

/** Client certificates: those that were issued over the API, and those that peers have shown (platform API 14). */
export function certificateStore(
  db: Db,
  {
    events,
    repeatable,
    stationChanged,
  }: {
    readonly events: Events;
    readonly repeatable: Repeatable;
    /** A certificate of a base station was issued, shown for the first time, or revoked. */
    stationChanged(eui: Eui, at: number): void;
  },
) {
  const byUuid = db.prepare(`SELECT ${COLUMNS} FROM certificate WHERE org = ? AND uuid = ?`);
  const newestOf = db.prepare(
    `SELECT ${COLUMNS} FROM certificate WHERE org = ? AND kind = ? AND eui = ?
     ORDER BY revoked_at IS NOT NULL, not_before_at DESC, id DESC LIMIT 1`,
  );
  const known = db.prepare('SELECT 1 FROM certificate WHERE fingerprint = ?');
  const full = db.prepare('SELECT 1 FROM certificate WHERE kind = ? AND eui = ? AND not_after_at > ? LIMIT 1 OFFSET ?');
  const sealedKey = db.prepare('SELECT private_key FROM certificate WHERE id = ?');
  const revoked = db.prepare(`SELECT ${REVOCABLE} FROM certificate WHERE revoked_at IS NOT NULL`);
  const openOf = db.prepare(`SELECT ${REVOCABLE} FROM certificate WHERE kind = ? AND eui = ? AND revoked_at IS NULL`);
  const revokedEuis = db.prepare('SELECT kind, eui, revoked_at, reason FROM revoked_eui');
  const revokedEui = db.prepare('SELECT kind, eui, revoked_at, reason FROM revoked_eui WHERE kind = ? AND eui = ?');
  const insert = inserter(
    db,
    'certificate',
    { ...stored, private_key: 'blob?' },
    'ON CONFLICT (fingerprint) DO NOTHING',
  );
  const stationOf = db.prepare('SELECT id, org, name FROM base_station WHERE eui = ? AND deleted_at IS NULL');
  const takeKey = db.prepare(
    `UPDATE certificate SET private_key = NULL
     WHERE id = ? AND private_key IS NOT NULL AND key_until > ? AND revoked_at IS NULL`,
  );
  const dropKeys = db.prepare(
    'UPDATE certificate SET private_key = NULL WHERE private_key IS NOT NULL AND key_until <= ?',
  );
  const removeEnded = db.prepare(
    `DELETE FROM certificate WHERE id IN (
       SELECT c.id FROM certificate c WHERE c.not_after_at <= ? AND EXISTS (
         SELECT 1 FROM certificate n WHERE n.kind = c.kind AND n.eui = c.eui AND n.not_before_at > c.not_before_at)
       LIMIT ${AT_ONCE})`,
  );
  const openRowsOf = db.prepare(
    `SELECT ${COLUMNS} FROM certificate WHERE kind = ? AND eui = ? AND revoked_at IS NULL ORDER BY id`,
  );
  const openRowOf = db.prepare(
    `SELECT ${COLUMNS} FROM certificate WHERE ltrim(serial, '0') = ? AND revoked_at IS NULL`,
  );
  const openRow = db.prepare(`SELECT ${COLUMNS} FROM certificate WHERE id = ? AND revoked_at IS NULL`);
  const allOpen = db.prepare('SELECT id, pem FROM certificate WHERE revoked_at IS NULL');
  const listPage = db.prepare(`SELECT ${COLUMNS} ${LISTED} ORDER BY not_before_at DESC, id DESC LIMIT ? OFFSET ?`);
  const listCount = db.prepare(`SELECT count(*) AS count ${LISTED}`);
  const setRevoked = db.prepare('UPDATE certificate SET revoked_at = ?, reason = ?, private_key = NULL WHERE id = ?');
  const mark = db.prepare(
    `INSERT INTO revoked_eui (kind, eui, revoked_at, reason) VALUES (?, ?, ?, ?)
     ON CONFLICT (kind, eui) DO UPDATE SET revoked_at = max(revoked_at, excluded.revoked_at), reason = excluded.reason`,
  );

  const raise = (
    type: EventType,
    { kind, org, eui, uuid }: Pick<CertificateRow, 'kind' | 'org' | 'eui' | 'uuid'>,
    { now, userId, userEmail }: Omit<Acting, 'actor'>,
    data: Readonly<Record<string, string>>,
  ) => {
    const station = kind === 'bs' ? (stationOf.get(eui) as { id: number; name: string } | undefined) : undefined;
    const whose = kind === 'bs' ? { bsEui: eui } : { acEui: eui };
    const about = { org, station: station?.id, sourceId: eui, sourceName: station?.name, ...whose };
    events.raise({
      ...{ type, ...about, userId, userEmail, at: now, storedAt: now },
      data: { certificateId: uuid, ...data },
    });
  };

  const put = (
    { kind, org, eui, serial, fingerprint, notBefore, notAfter, pem }: CertificateRecord,
    uuid: string,
    now: number,
    key?: IssuedCertificate['key'],
  ) => {
    insert({
      ...{ uuid, org, kind, eui, serial, fingerprint, pem },
      not_before_at: notBefore,
      not_after_at: notAfter,
      created_at: now,
      private_key: key?.sealed ?? null,
      key_until: key?.until ?? null,
    });
    if (kind === 'bs') stationChanged(eui, now);
  };

  const revoke = (row: CertificateRow, at: number, reason: string, by: Omit<Acting, 'actor'>) => {
    setRevoked.run(at, reason, row.id);
    if (row.kind === 'bs') stationChanged(row.eui, by.now);
    raise('certificate.revoked', row, by, { reason });
  };

  const store = {
    find(org: number, uuid: string): CertificateRow | undefined {
      return byUuid.get(org, uuid) as CertificateRow | undefined;
    },

    /** The newest of a peer that is not revoked; when all are, the newest of those. */
    newest(org: number, kind: PeerKind, eui: string): CertificateRow | undefined {
      return newestOf.get(org, kind, eui) as CertificateRow | undefined;
    },

    /** The newest first, and how many there are on all pages. */
    list(query: CertificateQuery): { readonly rows: CertificateRow[]; readonly total: number } {
      const { org, kinds, eui = '', status = '', now, limit, offset } = query;
      const standing = [now, now, now + EXPIRING_MS];
      const filters = [org, JSON.stringify(kinds), eui, eui, status, ...standing, status];
      const { count } = listCount.get(...filters) as { count: number };
      return { rows: listPage.all(...filters, limit, offset) as CertificateRow[], total: count };
    },

    known(fingerprint: string): boolean {
      return known.get(fingerprint) !== undefined;
    },

    /** Null when it is gone, or never was here. */
    sealedKey(id: number): Uint8Array | null {
      return (sealedKey.get(id) as { private_key: Uint8Array | null } | undefined)?.private_key ?? null;
    },

    revoked(): RevocableRow[] {
      return revoked.all() as RevocableRow[];
    },

    /** Those of an EUI that are not revoked. */
    open(kind: PeerKind, eui: string): RevocableRow[] {
      return openOf.all(kind, eui) as RevocableRow[];
    },

    /** All that are not revoked. */
    allOpen(): { readonly id: number; readonly pem: string }[] {
      return allOpen.all() as { id: number; pem: string }[];
    },

    revokedEuis(): RevokedEuiRow[] {
      return revokedEuis.all() as RevokedEuiRow[];
    },

    revokedEui(kind: PeerKind, eui: string): RevokedEuiRow | undefined {
      return revokedEui.get(kind, eui) as RevokedEuiRow | undefined;
    },

    /** A certificate issued over the API: of a base station that still is there, or of an application center, which nothing else registers. */
    insert(issued: IssuedCertificate, acting: Acting): void {
      const { uuid, org, eui, kind, fingerprint, notAfter, key, revokePrevious } = issued;
      const station = stationOf.get(eui) as { org: number } | undefined;
      if (kind === 'bs' && station?.org !== org) throw fault('BaseStationNotFound', { bs_eui: eui });
      if (full.get(kind, eui, acting.now, MAX_CERTIFICATES - 1)) {
        throw fault('TooManyItems', { field: 'certificates', limit: MAX_CERTIFICATES });
      }
      if (revokePrevious) store.revokeEui(kind, eui, 'replaced', acting);
      put(issued, uuid, acting.now, key);
      raise('certificate.issued', issued, acting, { fingerprint, notAfter: new Date(notAfter).toISOString() });
    },

    /** A peer has shown a certificate that names it; only the first time counts. */
    seen(certificate: CertificateRecord, now: number): void {
      put(certificate, uuid7(now), now);
    },

    /**
     * The only download of a key: the first call gets it, and that is written down with it.
     * @throws fault `PrivateKeyAlreadyDownloaded`
     */
    takeKey(row: CertificateRow, credible: CredibleMs, acting: Acting): void {
      if (takeKey.run(row.id, credible).changes === 0) throw fault('PrivateKeyAlreadyDownloaded');
      raise('certificate.private_key_downloaded', row, acting, row.kind === 'bs' ? { bsEui: row.eui } : {});
    },

    /** Drops keys that were not downloaded in time, and some of those certificates that ended long ago and have a successor. */
    tidy(credible: CredibleMs): void {
      dropKeys.run(credible);
      removeEnded.run(before(credible, ENDED_MS));
    },

    /**
     * One certificate, and no other of its EUI. @returns it as it is stored then
     * @throws fault `CertificateNotFound`, `CertificateRevoked` when it is already
     */
    revokeOne: repeatable((org: number, uuid: string, reason: string, acting: Acting): CertificateRow => {
      const row = store.find(org, uuid);
      if (!row) throw fault('CertificateNotFound', { id: uuid });
      if (row.revoked_at !== null) throw fault('CertificateRevoked', { reason: row.reason });
      revoke(row, acting.now, reason, acting);
      return { ...row, revoked_at: acting.now, reason, has_key: 0 };
    }),

    /** Every certificate of an EUI made up to now, also those that were never seen here. */
    revokeEui(kind: PeerKind, eui: string, reason: string, acting: Omit<Acting, 'actor'>): void {
      const rows = openRowsOf.all(kind, eui) as CertificateRow[];
      // One that was made while the clock was ahead is covered, too; and a later mark is never mistaken for an earlier one.
      const before = store.revokedEui(kind, eui)?.revoked_at ?? 0;
      const at = Math.max(acting.now, before + 1, ...rows.map(row => row.not_before_at));
      mark.run(kind, eui, at, reason);
      for (const row of rows) revoke(row, acting.now, reason, acting);
    },

    /** Their authority was replaced, which cannot be taken back. */
    voided(ids: readonly number[], now: number): void {
      for (const id of ids) {
        const row = openRow.get(id) as CertificateRow | undefined;
        if (row) revoke(row, now, AUTHORITY_REPLACED, { now, ...NO_PERSON });
      }
    },

    /** What was revoked beside us; what is known already changes nothing. */
    learn({ serials, euis }: ForeignRevocations, now: number): void {
      for (const { serial, at, reason } of serials) {
        for (const row of openRowOf.all(serial) as CertificateRow[]) revoke(row, at, reason, { now, ...NO_PERSON });
      }
      for (const { kind, eui, at, reason, since } of euis) {
        mark.run(kind, eui, at, reason);
        const later = new Set(since);
        for (const row of openRowsOf.all(kind, eui) as CertificateRow[]) {
          const spared = row.not_before_at > at || later.has(row.serial.replace(/^0+/, ''));
          if (!spared) revoke(row, at, reason, { now, ...NO_PERSON });
        }
      }
    },
  };
  return store;
}
export type Certificates = ReturnType<typeof certificateStore>;
