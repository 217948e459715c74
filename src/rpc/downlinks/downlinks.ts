import type { ListPage } from '../../database/listing.ts';
import type { Position } from '../../database/scan.ts';
import type { Store } from '../../domain/domain.ts';
import type { DownlinkRow } from '../../domain/downlink/lists.ts';
import type { DownlinkState } from '../../domain/downlink/states.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../call/actor.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import type { SendingStations } from '../call/serving.ts';
import { eui, oneOf, uuid } from '../checks.ts';
import { findEndpoint } from '../find.ts';
import { all, fields, list, optional } from '../input.ts';
import { ceilMsOf, LARGE_PAGE, orderBy, type Page, page, timeFilter } from '../list-input.ts';
import { countToWire } from '../paging.ts';
import { type DownlinkSettings, downlinkSending } from '../sending.ts';
import { content, downlinkToWire, expiring, queId, ref, revoked, statesOf, toConditions } from './downlink-wire.ts';

const MAX_QUE_IDS = 100;
/** Payloads of one page: what comes with them stays within the largest answer (platform API 1.12). */
const MAX_PAGE_BYTES = 3 << 20;

export function downlinks({
  store,
  clock,
  stations,
  settings,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly stations: SendingStations;
  readonly settings: DownlinkSettings;
}): readonly Row[] {
  const sending = downlinkSending({ store, stations, settings });

  /** Downlinks of the caller as they are now, in order of their queue ids. */
  const shown = (queIds: readonly number[], { org, organizationId }: Call) =>
    store.read.downlinkLists.find(org, queIds).map(row => downlinkToWire(row, organizationId));

  return [
    rpc('SendDownlink', {
      access: 'org',
      needs: 'E',
      scope: 'downlinks:write',
      input: all(content, expiring, fields({ ep_eui: eui, ref, request_id: optional(uuid) })),
      async handle({ ep_eui, expiresAt, ref, request_id, ...given }, call) {
        const by = acting(call, clock);
        const asked = {
          endpoint: findEndpoint(store, call, ep_eui),
          conditions: toConditions(given),
          ...(given.values ? { userData: [], values: given.values } : { userData: given.userData, values: undefined }),
          ...{ expiresAt, ref, requestId: request_id, at: by.now, createdBy: by.actor },
        };
        // Before they are encoded.
        const before = sending.before(asked, call);
        if (before !== undefined) return { downlink: shown([before], call)[0], deduplicated: true };
        const { queId, deduplicated } = await store.write.downlinks.queue({
          ...(await sending.request(asked, call)),
          by,
        });
        const [downlink] = shown([queId], call);
        return { downlink, deduplicated };
      },
    }),
    rpc('RevokeDownlink', {
      access: 'org',
      needs: 'E',
      scope: 'downlinks:write',
      input: all(revoked, fields({ ep_eui: eui })),
      async handle({ ep_eui, queId }, call) {
        const asked = { org: call.org, endpoint: findEndpoint(store, call, ep_eui).id, queId };
        const by = acting(call, clock);
        const queIds = await store.write.downlinks.revoke(asked, { ...by, origin: call.source }, by.now);
        return { downlinks: bounded(shown(queIds, call)) };
      },
    }),
    rpc('ListDownlinkQueue', {
      access: 'org',
      needs: 'R',
      scope: 'downlinks:read',
      input: all(
        page(LARGE_PAGE),
        fields({
          ep_eui: optional(eui),
          bs_eui: optional(eui),
          status: optional(oneOf(['pending', 'queued', 'revoking'])),
          ref,
          order_by: orderBy(['created_at', 'expires_at', 'prio'], 'asc'),
        }),
      ),
      async handle(asked, call) {
        const { by, direction } = asked.order_by;
        const listed = await store.scan.downlinkLists.queue({
          ...common(asked, direction, call),
          bsEui: asked.bs_eui,
          orderBy: by,
        });
        return answer(listed, asked.page, row => [row[by], row.id], call);
      },
    }),
    rpc('GetDownlinkResults', {
      access: 'org',
      needs: 'R',
      scope: 'downlinks:read',
      input: all(
        page(LARGE_PAGE),
        timeFilter,
        fields({
          ep_eui: optional(eui),
          status: optional(oneOf(['sent', 'acknowledged', 'expired', 'invalid', 'revoked'])),
          que_ids: list(queId, MAX_QUE_IDS),
          ref,
          order_by: orderBy(['finished_at'], 'desc'),
        }),
      ),
      async handle(asked, call) {
        const { startNs, endNs } = asked.range;
        const listed = await store.scan.downlinkLists.results({
          ...common(asked, asked.order_by.direction, call),
          fromMs: ceilMsOf(startNs),
          toMs: ceilMsOf(endNs),
          queIds: asked.que_ids,
        });
        return answer(listed, asked.page, row => [row.finished_at ?? 0, row.id], call);
      },
    }),
  ];
}

type DownlinkOnWire = ReturnType<typeof downlinkToWire>;

/** Without payloads where one answer cannot hold them: the caller has sent those, and asks what became of the downlinks. */
function bounded(downlinks: readonly DownlinkOnWire[]): readonly DownlinkOnWire[] {
  const bytes = downlinks.reduce(
    (sum, { user_data }) => sum + user_data.reduce((size, { length }) => size + length, 0),
    0,
  );
  return bytes <= MAX_PAGE_BYTES ? downlinks : downlinks.map(downlink => ({ ...downlink, user_data: [] }));
}

/** What both lists ask of the store. */
function common(
  asked: { page: Page; ep_eui: Eui | undefined; status: DownlinkState | undefined; ref: string },
  direction: 'asc' | 'desc',
  { org }: Call,
) {
  const { after, size } = asked.page;
  return {
    org,
    epEui: asked.ep_eui,
    states: statesOf(asked.status),
    ref: asked.ref || undefined,
    descending: direction === 'desc',
    after,
    size,
  };
}

function answer(
  { rows, total, more }: ListPage<DownlinkRow>,
  asked: Page,
  positionOf: (row: DownlinkRow) => Position<number>,
  { organizationId }: Call,
) {
  const page = fitting(rows);
  const last = more || page.length < rows.length ? page.at(-1) : undefined;
  return {
    downlinks: page.map(row => downlinkToWire(row, organizationId)),
    total_count: countToWire(total),
    next_page_token: asked.next(last && positionOf(last)),
  };
}

/** A page of the largest downlinks is shorter than it was asked for. */
function fitting(rows: readonly DownlinkRow[]): readonly DownlinkRow[] {
  let bytes = 0;
  const end = rows.findIndex(({ entries }) => {
    bytes += entries.length;
    return bytes > MAX_PAGE_BYTES;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
