// Messages of an endpoint as a file, page by page.
import type { Message } from '../gen/platform/api/v1/core_pb.ts';
import { type Cell, csvOf } from '../model/text/csv.ts';
import { hexOf } from '../model/text/eui.ts';
import { msOf } from '../model/text/time.ts';
import { client } from './call/client.ts';
import type { MessageFilter } from './endpoint.ts';

const PAGE = 500;
/** More is a matter for a program: `waystation messages export`, or the API. */
const MOST = 100_000;
const FIXED = ['received_at', 'packet_cnt', 'format', 'decode_status', 'snr', 'rssi', 'base_stations', 'payload'];

export interface Progress {
  done: number;
  all: number;
}

/** What a filter holds for, the newest first. Gives what was read so far where it is stopped. */
export async function readMessages(
  epEui: string,
  filter: MessageFilter,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Message[]> {
  const found: Message[] = [];
  let pageToken = '';
  do {
    const page = await client.listEndpointMessages({ epEui, ...filter, pageSize: PAGE, pageToken }, { signal });
    found.push(...page.messages);
    pageToken = page.nextPageToken;
    onProgress({ done: found.length, all: Math.max(found.length, page.totalCount) });
  } while (pageToken !== '' && found.length < MOST && !signal.aborted);
  return found;
}

const timeOf = ({ receivedAt }: Message): string => new Date(msOf(receivedAt) ?? 0).toISOString();
const stationsOf = ({ baseStations }: Message): string => baseStations.map(({ bsEui }) => bsEui).join(' ');

/** A column for each value that occurs. */
export function messagesAsCsv(messages: readonly Message[]): string {
  const names = [...new Set(messages.flatMap(({ decoded }) => Object.keys(decoded ?? {})))];
  return csvOf(
    [...FIXED, ...names],
    messages.map(message => [
      ...[timeOf(message), message.packetCnt, message.format, message.decodeStatus, message.snr, message.rssi],
      ...[stationsOf(message), hexOf(message.userData)],
      ...names.map(name => cellOf((message.decoded as Record<string, unknown> | undefined)?.[name])),
    ]),
  );
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
}

/** A JSON object for each, a line each. */
export function messagesAsJson(messages: readonly Message[]): string {
  return messages
    .map(message => {
      const line = {
        ...{ received_at: timeOf(message), packet_cnt: message.packetCnt, format: message.format },
        ...{ decode_status: message.decodeStatus, snr: message.snr, rssi: message.rssi },
        ...{ base_stations: message.baseStations.map(({ bsEui }) => bsEui), payload: hexOf(message.userData) },
        decoded: message.decoded,
      };
      return `${JSON.stringify(line)}\n`;
    })
    .join('');
}
