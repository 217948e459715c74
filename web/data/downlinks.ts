// Downlinks of an endpoint: what waits, what became of others, and sending one.
import type { Blueprint, Downlink } from '../gen/platform/api/v1/core_pb.ts';
import { forEachOf } from '../model/eight-at-a-time.ts';
import { wireTime } from '../model/text/time.ts';
import { uuidOf } from '../model/text/uuid.ts';
import { client } from './call/client.ts';
import { type Paged, usePaged } from './call/paged.ts';
import { outdate, type Query, useQuery } from './call/query.ts';
import { rest } from './call/rest.ts';

export type { Blueprint, Downlink };

const POLL_MS = 5000;
const MOST = 100;

export function useQueue(epEui: string): Query<Downlink[]> {
  return useQuery(
    `downlinks-waiting ${epEui}`,
    async signal => (await client.listDownlinkQueue({ epEui, pageSize: MOST }, { signal })).downlinks,
    POLL_MS,
  );
}

/** What was sent, expired or taken back, the newest first; and how many there are. */
export function useResults(epEui: string, most: number): Query<{ downlinks: Downlink[]; total: number }> {
  return useQuery(
    `downlinks-done ${epEui} ${most}`,
    async signal => {
      const { downlinks, totalCount } = await client.getDownlinkResults({ epEui, pageSize: most }, { signal });
      return { downlinks, total: totalCount };
    },
    POLL_MS,
  );
}

type Values = Record<string, number | string | boolean>;

export interface Encoded {
  /** Bytes in hex; undefined where the values make none. */
  hex: string | undefined;
  decoded: Record<string, unknown>;
  /** Values that the conditions of the blueprint leave out. */
  leftOut: string[];
  /** Why not, and of which value. */
  problem: { reason: string; field: string; detail: string } | undefined;
}

interface EncodeWire {
  payloadHex?: string;
  decoded?: Record<string, unknown>;
  error?: { reason: string; field?: string; detail?: string };
}

/** The bytes of values, made by the server as it would when they are sent. An undefined blueprint makes none. */
export function useEncoded(blueprintId: string | undefined, format: number, values: Values): Query<Encoded> {
  return useQuery(
    blueprintId === undefined ? undefined : `encoded ${blueprintId} ${format} ${JSON.stringify(values)}`,
    async signal => {
      const object = { ...values };
      const leftOut: string[] = [];
      for (;;) {
        const asked = { blueprintId, format, object };
        const { payloadHex, decoded = {}, error } = await rest<EncodeWire>('POST', '/blueprints/encode', asked, signal);
        const field = error?.field ?? '';
        if (error?.reason === 'unexpected_value' && field in object) {
          // which values there are depends on the others: those that there is no place for are left out
          delete object[field];
          leftOut.push(field);
          continue;
        }
        return { hex: payloadHex, decoded, leftOut, problem: error && { detail: '', ...error, field } };
      }
    },
  );
}

export interface NewDownlink {
  epEui: string;
  /** Values by the blueprint, or bytes. */
  content: { object: Values } | { bytes: Uint8Array };
  format: number;
  prio: number;
  expiresAt: number;
  responseExp: boolean;
  receptionReport: boolean;
  ref: string;
  /** The same id makes a second press the same downlink. */
  requestId: string;
}

export async function sendDownlink({ content, ...wanted }: NewDownlink): Promise<Downlink | undefined> {
  const { downlink } = await client.sendDownlink({
    epEui: wanted.epEui,
    format: wanted.format,
    prio: wanted.prio,
    expiresAt: wireTime(wanted.expiresAt) as never,
    responseExp: wanted.responseExp,
    dlRxStatQry: wanted.receptionReport,
    ref: wanted.ref,
    requestId: wanted.requestId,
    ...('object' in content ? { object: content.object } : { userData: [content.bytes] }),
  });
  outdate('downlinks');
  outdate(`endpoint ${wanted.epEui}`);
  return downlink;
}

/** One that has gone meanwhile is refused, and what is shown is old all the same. */
export async function revokeDownlink(epEui: string, queId: string): Promise<void> {
  try {
    await client.revokeDownlink({ epEui, queId });
  } finally {
    outdate('downlinks');
    outdate(`endpoint ${epEui}`);
  }
}

/** A random UUID, also where the browser has no `randomUUID`: on plain http. */
export function newRequestId(): string {
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** A downlink beside what is known of its endpoint; undefined where that is gone, or may not be seen. */
export interface DownlinkRow {
  downlink: Downlink;
  endpoint: { name: string; servingBsEui: string } | undefined;
}

const PAGE = 100;

/** What waits in the whole box, the oldest first. */
export function useAllWaiting(asked: {
  epEui: string;
  bsEui: string;
  status: string;
  ref: string;
}): Paged<DownlinkRow> {
  return usePaged<DownlinkRow>(`all-waiting ${JSON.stringify(asked)}`, async (pageToken, signal) => {
    const { downlinks, totalCount, nextPageToken } = await client.listDownlinkQueue(
      { ...asked, pageSize: PAGE, pageToken },
      { signal },
    );
    return { rows: await withEndpoints(downlinks, signal), total: totalCount, next: nextPageToken };
  });
}

/** What became of others, the newest first. */
export function useAllDone(asked: { epEui: string; status: string; ref: string }): Paged<DownlinkRow> {
  return usePaged<DownlinkRow>(`all-done ${JSON.stringify(asked)}`, async (pageToken, signal) => {
    const { downlinks, totalCount, nextPageToken } = await client.getDownlinkResults(
      { ...asked, pageSize: PAGE, pageToken },
      { signal },
    );
    return { rows: await withEndpoints(downlinks, signal), total: totalCount, next: nextPageToken };
  });
}

async function withEndpoints(downlinks: readonly Downlink[], signal: AbortSignal): Promise<DownlinkRow[]> {
  const known = new Map<string, DownlinkRow['endpoint']>();
  const euis = [...new Set(downlinks.map(({ epEui }) => epEui))];
  // one that is gone, or may not be seen, is shown by its EUI
  await forEachOf(euis, async epEui => {
    const { name, servingBsEui } = await client.getEndPoint({ epEui }, { signal });
    known.set(epEui, { name, servingBsEui });
  });
  return downlinks.map(downlink => ({ downlink, endpoint: known.get(downlink.epEui) }));
}
