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

const RANK = ['fail', 'warn', 'ok'];

/** How the service center is (REST section 14.15). */
export function system({
  twin,
  health,
}: {
  readonly twin: Twin;
  /** As the health pages have it, and the figures of the process. */
  health(): Promise<SystemHealth>;
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
