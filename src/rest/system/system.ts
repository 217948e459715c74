import type { Finding } from '../../kit/faults/finding.ts';
import { SECOND_MS } from '../../kit/units.ts';
import { fields } from '../../rpc/input.ts';
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

const RANK = ['fail', 'warn', 'ok'];

/** How the service center is (REST section 14.15). */
export function system({
  twin,
  health,
  snapshots,
}: {
  readonly twin: Twin;
  /** As the health pages have it, and the figures of the process. */
  health(): Promise<SystemHealth>;
  /** Copies of the database on the box, the newest first. */
  snapshots(): readonly Snapshot[];
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
  ]);
}
