import type { Acting } from '../../domain/event/acting.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Finding } from '../../kit/faults/finding.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { acting } from '../../rpc/call/actor.ts';
import { type Check, fields, type Maybe } from '../../rpc/input.ts';
import { struct, timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId } from '../input.ts';
import type { Twin } from '../twin.ts';

/** What was found, and of which part. */
export interface SystemHealth {
  readonly status: string;
  readonly findings: readonly (Finding & { readonly part: string })[];
  readonly facts: {
    readonly nowMs: number;
    readonly uptimeMs: number;
    readonly memoryBytes: number;
    /** Processes that want to run, an average of a minute. */
    readonly load: number;
  };
}

/** A copy of the database; its time in milliseconds. */
export interface Snapshot {
  readonly name: string;
  readonly bytes: number;
  readonly takenAt: number;
  readonly preUpgrade: boolean;
}

/** Backups that are downloaded from an address of their own. */
export interface BackupOffers {
  /**
   * For one download within a minute.
   * @throws fault `BackupRunning`, `StorageFull`, `KeyMaterialUnavailable`: none can be made now
   */
  offer(passphrase: string, by: Acting): Promise<{ readonly url: string; readonly expiresAt: number }>;
}

/** Which release runs, and which newer one is known. Times in milliseconds. */
export interface UpdateFacts {
  readonly current: string;
  readonly builtAt: number;
  readonly schema: number;
  readonly newest:
    | { readonly version: string; readonly security: boolean; readonly notes: string; readonly firstSeenAt: number }
    | undefined;
  readonly how: 'deb' | 'executable' | 'source';
  readonly lookedAt: number | null;
  /** Why the list of releases is not trusted. */
  readonly problem: string | undefined;
  /** Why the newest is not asked for by itself now. */
  readonly waits: string | undefined;
}

const ZIP = 'application/zip';
/** As for `waystation backup`. */
const MIN_PASSPHRASE = 8;
const MAX_PASSPHRASE = 1024;

const passphrase: Check<Maybe<string>, string> = (wire, at) => {
  const given = wire ?? '';
  if (given.length > MAX_PASSPHRASE) return at.refuse('range', 'FieldTooLong', { limit: MAX_PASSPHRASE });
  if (given.length < MIN_PASSPHRASE)
    return at.refuse('range', 'BackupPassphraseTooShort', { min_length: MIN_PASSPHRASE });
  return given;
};

const RANK = ['fail', 'warn', 'ok'];

const UPDATE = {
  ...{ current: '0.1.0', builtAt: '2026-11-20T08:00:00Z', schema: 83, how: 'deb' },
  newest: {
    ...{ version: '0.2.0', security: true, notes: 'Mends a hole.', firstSeenAt: '2026-12-01T03:12:00Z' },
  },
  lookedAt: '2026-12-01T03:12:00Z',
  waits: 'update.auto is off',
};

function wireOf({ builtAt, lookedAt, newest, ...facts }: UpdateFacts) {
  return {
    ...facts,
    built_at: timestamp(builtAt),
    looked_at: timestamp(lookedAt),
    ...(newest && {
      newest: {
        ...{ version: newest.version, security: newest.security, notes: newest.notes },
        first_seen_at: timestamp(newest.firstSeenAt),
      },
    }),
  };
}

/** How the service center is (REST section 14.15). */
export function system({
  twin,
  health,
  snapshots,
  backups,
  bugReport,
  update,
  clock,
}: {
  readonly clock: Clock;
  readonly twin: Twin;
  /** As the health pages have it, and the figures of the process. */
  health(): Promise<SystemHealth>;
  /** Copies of the database on the box, the newest first. */
  snapshots(): readonly Snapshot[];
  readonly backups: BackupOffers;
  /** The archive that `waystation bugreport` writes. */
  bugReport(): Promise<Uint8Array>;
  update: {
    facts(): UpdateFacts;
    /** @returns false where there can be none who updates */
    ask(by: { by: string; userId?: string | undefined; userEmail?: string | undefined }): Promise<boolean>;
  };
}): Group {
  return group('System', [
    twin('rest.v1.RestService/ReadSystemStatus', {
      http: {
        at: 'GET /api/v2/system/status',
        id: 'getSystemStatus',
        summary: 'How the service center is',
      },
      ...{ access: 'org', needs: '', scope: 'system:read' },
      of: 'GetSystemStatus',
    }),
    method('rest.v1.RestService/ListBackups', {
      http: {
        at: 'GET /api/v2/system/backups',
        id: 'listBackups',
        summary: 'The snapshots of the database that are on the box, the newest first',
        example: {
          response: {
            snapshots: [
              {
                ...{ name: 'waystation-20260120T030000Z-schema75.db', bytes: 52_428_800 },
                ...{ createdAt: '2026-01-20T03:00:00.000Z', verified: true, beforeUpgrade: false },
              },
            ],
          },
        },
      },
      ...{ access: 'org', needs: 'S', scope: 'system:read' },
      input: fields({ organization_id: organizationId }),
      handle: () => ({
        snapshots: snapshots().map(({ name, bytes, takenAt, preUpgrade }) => ({
          ...{ name, bytes, created_at: timestamp(takenAt) },
          // it has its name only when it was read once more
          ...{ verified: true, before_upgrade: preUpgrade },
        })),
      }),
    }),
    method('rest.v1.RestService/OfferBackup', {
      http: {
        at: 'POST /api/v2/system/backups',
        id: 'offerBackup',
        summary: 'An address from which a backup of everything is downloaded, once and within a minute',
        body: '*',
        example: {
          request: { passphrase: 'correct horse battery' },
          response: { url: '/auth/backup?ticket=nT3…', expiresAt: '2026-01-20T10:01:00.000Z' },
        },
      },
      // Everything is in it, keys of all: for a person, never for a key.
      ...{ access: 'org', needs: 'S', scope: 'no key' },
      input: fields({ organization_id: organizationId, passphrase }),
      async handle({ passphrase: given }, call) {
        const { url, expiresAt } = await backups.offer(given, acting(call, clock));
        return { url, expires_at: timestamp(expiresAt) };
      },
    }),
    method('rest.v1.RestService/ReadBugReport', {
      http: {
        at: 'GET /api/v2/system/bugreport',
        id: 'getBugReport',
        summary: 'A report for support: no secrets, payloads, names or places',
        omit: ['file', 'fileType'],
        download: { bytes: 'file', type: 'file_type', types: [ZIP] },
        example: { response: {} },
      },
      ...{ access: 'org', needs: 'S', scope: 'system:read' },
      input: fields({ organization_id: organizationId }),
      handle: async () => ({ file: await bugReport(), file_type: ZIP }),
    }),
    method('rest.v1.RestService/ReadHealth', {
      http: {
        at: 'GET /api/v2/system/health',
        id: 'getSystemHealth',
        summary: 'What each part finds of itself, and what to do about it',
        example: {
          response: {
            status: 'degraded',
            findings: [
              {
                ...{ name: 'database', state: 'warn', code: 'backup', data: {} },
                text: 'the last snapshot is two days old',
                todo: 'look into the log of the service',
              },
            ],
            facts: { clock: '2026-01-20T10:00:00.123Z', uptime: 86_400, memory: 104_857_600, load: 0.2 },
          },
        },
      },
      ...{ access: 'org', needs: 'S', scope: 'system:read' },
      input: fields({ organization_id: organizationId }),
      async handle() {
        const { status, findings, facts } = await health();
        return {
          status,
          findings: findings
            .toSorted((a, b) => RANK.indexOf(a.level) - RANK.indexOf(b.level))
            .map(({ part, check, level, text, todo, about, daysLeft }) => ({
              ...{ name: part, state: level, code: check, text, todo, about },
              data: struct({ ...(about !== undefined && { about }), ...(daysLeft !== undefined && { daysLeft }) }),
            })),
          facts: {
            clock: timestamp(facts.nowMs),
            uptime: Math.floor(facts.uptimeMs / SECOND_MS),
            ...{ memory: facts.memoryBytes, load: facts.load },
          },
        };
      },
    }),
    method('rest.v1.RestService/ReadUpdate', {
      http: {
        at: 'GET /api/v2/system/update',
        id: 'getSystemUpdate',
        summary: 'Which release runs, and which newer one is known',
        example: {
          response: UPDATE,
        },
      },
      ...{ access: 'org', needs: 'S', scope: 'system:read' },
      input: fields({ organization_id: organizationId }),
      handle: () => wireOf(update.facts()),
    }),
    method('rest.v1.RestService/RequestUpdate', {
      http: {
        at: 'POST /api/v2/system/update',
        id: 'requestSystemUpdate',
        summary: 'Asks for the newest release: it is verified, tried, and gone back from where it does not work',
        body: '*',
        example: { request: {}, response: UPDATE },
      },
      // It ends this service for a moment: by a person, never by a key.
      ...{ access: 'org', needs: 'S', scope: 'no key' },
      input: fields({ organization_id: organizationId }),
      async handle(_, call) {
        const { actor, userId, userEmail } = acting(call, clock);
        if (!(await update.ask({ by: actor, userId, userEmail })))
          throw fault('FeatureDisabled', { feature: 'update' });
        return wireOf(update.facts());
      },
    }),
  ]);
}
