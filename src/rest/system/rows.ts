import { type Group, group } from '../define.ts';
import type { Twin } from '../twin.ts';

/** How the service center is (REST section 14.15). */
export function system({ twin }: { readonly twin: Twin }): Group {
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
  ]);
}
