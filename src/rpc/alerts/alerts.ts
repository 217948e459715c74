import { alertStatuses } from '../../domain/alert/list.ts';
import { type AlertRuleName, isOwnRule, ruleNames } from '../../domain/alert/rules.ts';
import type { Store } from '../../domain/domain.ts';
import { severities } from '../../domain/event/catalog.ts';
import { parseEui } from '../../kit/eui.ts';
import { parseUuid } from '../../kit/uuid.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { oneOf, text, uuid } from '../checks.ts';
import { all, type Check, fields, list, type Maybe, optional } from '../input.ts';
import { ceilMsOf, orderBy, page, STANDARD_PAGE, timeFilter } from '../list-input.ts';
import { countToWire } from '../paging.ts';
import { readable } from '../readable.ts';
import { timestamp } from '../wire.ts';
import { alertToWire } from './alert-wire.ts';

const MAX_WORDS = 100;
const SOURCE_MAX = 64;
const OPEN = ['new', 'acknowledged'] as const;
const standardRule = oneOf(ruleNames, 'InvalidEnumValue');
/** One of the rules that come with the product, or `rule:` and the uuid of a rule of the organization. */
export const alertRule: Check<Maybe<string>, AlertRuleName> = (wire, at) => {
  const isOwn = isOwnRule(wire ?? '') && parseUuid((wire ?? '').slice('rule:'.length)) !== undefined;
  return isOwn ? (wire as AlertRuleName) : standardRule(wire, at);
};
const RULE = { access: 'org', needs: 'R', scope: 'events:read' } as const;

export function alerts({ store }: { readonly store: Store }): readonly Row[] {
  const reader = (call: Call) => ({ org: call.org, ...readable(call) });
  return [
    rpc('ListAlerts', {
      ...RULE,
      input: all(
        page(STANDARD_PAGE),
        timeFilter,
        fields({
          statuses: list(oneOf(alertStatuses, 'InvalidAlertStatus'), MAX_WORDS),
          severities: list(oneOf(severities, 'InvalidSeverity'), MAX_WORDS),
          rules: list(alertRule, MAX_WORDS),
          source_id: text(SOURCE_MAX),
          alert_id: optional(uuid),
          order_by: orderBy(['severity', 'last_seen_at'], 'desc'),
        }),
      ),
      async handle({ page: asked, range, statuses, severities: severe, rules, source_id, alert_id, order_by }, call) {
        const query = {
          ...{ ...reader(call), severities: severe, rules, uuid: alert_id },
          statuses: statuses.length > 0 || alert_id !== undefined ? statuses : OPEN,
          sourceId: parseEui(source_id) ?? (source_id || undefined),
          fromMs: ceilMsOf(range.startNs),
          toMs: ceilMsOf(range.endNs),
        };
        const { by, direction } = order_by;
        const order = { by, descending: direction === 'desc' } as const;
        const { rows, total, more } = await store.scan.alertLists.list(query, order, {
          size: asked.size,
          after: asked.after,
          offset: asked.offset,
        });
        const last = more ? rows.at(-1) : undefined;
        const key = by === 'last_seen_at' ? by : order.descending ? 'place' : 'mild';
        return {
          alerts: rows.map(row => alertToWire(row, call.organizationId)),
          total_count: countToWire(total),
          next_page_token: asked.next(last && [last[key], last.id]),
        };
      },
    }),
    rpc('GetAlertSummary', {
      ...RULE,
      input: fields({}),
      async handle(_, call) {
        const { bySeverity, byRule, unacknowledged, recent, oldestAt } = await store.scan.alertLists.summary(
          reader(call),
        );
        return {
          ...Object.fromEntries(severities.map(severity => [severity, countToWire(bySeverity[severity] ?? 0)])),
          unacknowledged: countToWire(unacknowledged),
          recent: recent.map(row => alertToWire(row, call.organizationId)),
          oldest_open_at: timestamp(oldestAt),
          by_rule: byRule,
        };
      },
    }),
  ];
}
