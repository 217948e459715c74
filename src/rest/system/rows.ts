import type { Group } from '../define.ts';
import type { Twin } from '../twin.ts';

/** How the service center is (REST section 14.15). */
export function system({ twin }: { readonly twin: Twin }): Group {
  return {
    methods: [
      twin(
        'rest.v1.RestService/ReadSystemStatus',
        { access: 'org', needs: '', scope: 'system:read' },
        'GetSystemStatus',
      ),
    ],
    operations: [
      {
        http: 'GET',
        path: '/api/v2/system/status',
        method: 'rest.v1.RestService/ReadSystemStatus',
        id: 'getSystemStatus',
        tag: 'System',
        summary: 'How the service center is',
      },
    ],
  };
}
