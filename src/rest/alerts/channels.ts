import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import { email } from '../../rpc/checks.ts';
import { fields, optional } from '../../rpc/input.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId } from '../input.ts';

/** By which ways the box tells people of alerts. */
export interface AlertChannels {
  /** Undefined: no mail server is set. */
  readonly email:
    | {
        readonly from: string;
        readonly to: readonly string[];
        readonly host: string;
        readonly port: number;
        /** required, implicit or none. */
        readonly tls: string;
        /** Sends a mail that says it is a test; never rejects. @param to undefined: those that are told */
        test(to: readonly string[] | undefined, signal: AbortSignal): Promise<EmailTest>;
      }
    | undefined;
  readonly heartbeat: boolean;
}

/** What became of a test. */
export interface EmailTest {
  /** Why it failed; undefined: it was sent. */
  readonly failure: string | undefined;
  readonly steps: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
  /** What went to and fro, without anything secret. */
  readonly dialogue: readonly string[];
}

/** As long as the whole conversation may take. */
const TEST_S = 70;
/** Alerts are among what an integration is given. */
const ALERT_TYPES = ['alert', 'event'] as const;

/** Who is told of alerts, and a test of it. */
export function alertChannels({ store, channels }: { readonly store: Store; channels(): AlertChannels }): Group {
  let isTesting = false;
  const RULE = { access: 'org', needs: 'S', scope: 'events:write' } as const;
  return group('Alerts', [
    method('rest.v1.RestService/ListAlertChannels', {
      http: {
        at: 'GET /api/v2/alerts/channels',
        id: 'listAlertChannels',
        summary: 'By which ways people are told of alerts',
        example: {
          response: {
            email: {
              ...{ configured: true, from: 'box@example.org', to: ['ada@example.org'] },
              ...{ host: 'mail.example.org', port: 587, tls: 'required' },
            },
            heartbeat: { configured: false },
            integrations: [],
          },
        },
      },
      ...RULE,
      input: fields({ organization_id: organizationId }),
      handle(_request, { org }) {
        const { email: mail, heartbeat } = channels();
        const integrations = store.read.integrations
          .list(org)
          .filter(({ eventTypes, enabled }) => enabled && ALERT_TYPES.some(type => eventTypes.includes(type)));
        return {
          email: mail
            ? { configured: true, from: mail.from, to: mail.to, host: mail.host, port: mail.port, tls: mail.tls }
            : { configured: false },
          heartbeat: { configured: heartbeat },
          integrations: integrations.map(({ uuid }) => uuid),
        };
      },
    }),
    method('rest.v1.RestService/TestEmail', {
      http: {
        at: 'POST /api/v2/alerts/channels/email/test',
        id: 'testAlertEmail',
        summary: 'Sends a mail that says it is a test, and tells of each step',
        body: '*',
        example: {
          request: { to: 'ada@example.org' },
          response: {
            ok: true,
            steps: [
              { name: 'connect', ok: true, detail: '250 HELP' },
              { name: 'message', ok: true, detail: '250 2.0.0 queued' },
            ],
            dialogue: ['    12 ms  < 220 mail.example.org ESMTP'],
          },
        },
      },
      ...RULE,
      waitSeconds: () => TEST_S,
      input: fields({ organization_id: organizationId, to: optional(email) }),
      async handle({ to }, { signal }) {
        const { email: mail } = channels();
        if (!mail) throw fault('MailNotConfigured');
        // a second one would only wait for the same server
        if (isTesting) throw fault('MailTestRunning');
        isTesting = true;
        try {
          const { failure, steps, dialogue } = await mail.test(to === undefined ? undefined : [to], signal);
          return { ok: failure === undefined, steps, dialogue, ...(failure !== undefined && { reason: failure }) };
        } finally {
          isTesting = false;
        }
      },
    }),
  ]);
}
