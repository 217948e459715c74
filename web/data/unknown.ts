// What knocks: endpoints that are heard and not registered, stations that dial and are refused.
import { hostOf, type Refusal, refusalOf } from '../model/onboarding.ts';
import { outdate, type Query, useQuery } from './call/query.ts';
import { rest } from './call/rest.ts';

export interface UnknownEndpoint {
  epEui: string;
  count: number;
  firstAt: number;
  lastAt: number;
  bestBsEui: string;
  snr: number;
  rssi: number;
  stations: number;
  ignored: boolean;
}

export interface UnknownStation {
  key: string;
  /** Empty where it did not say it. */
  bsEui: string;
  address: string;
  refusal: Refusal;
  count: number;
  firstAt: number;
  lastAt: number;
  registered: boolean;
}

export interface UnknownEndpoints {
  endpoints: UnknownEndpoint[];
  total: number;
  ignored: number;
}

interface SeenWire {
  firstSeenAt: string;
  lastSeenAt: string;
  count: number | string;
}

type EndpointWire = Omit<UnknownEndpoint, 'firstAt' | 'lastAt' | 'count'> & SeenWire;
type StationWire = { bsEui: string; remoteAddress: string; reason: string; registered: boolean } & SeenWire;

const POLL_MS = 10_000;
/** There are 10,000 at most; the newest of them are enough to look at, others are found by the filter. */
const MOST = 500;

export interface UnknownQuestion {
  search: string;
  ignored: boolean;
  sort: string;
}

export function useUnknownEndpoints({ search, ignored, sort }: UnknownQuestion): Query<UnknownEndpoints> {
  return useQuery(
    `unknown-endpoints ${sort} ${ignored} ${search}`,
    async signal => {
      const list = async (more: Record<string, string>) =>
        rest<{ endpoints?: EndpointWire[]; total: number }>(
          'GET',
          `/discovered/endpoints?${new URLSearchParams({ search, sort, ...more })}`,
          undefined,
          signal,
        );
      const [shown, hidden] = await Promise.all([
        list({ limit: String(MOST), ignored: String(ignored) }),
        list({ limit: '1', ignored: String(!ignored), search: '' }),
      ]);
      return {
        endpoints: (shown.endpoints ?? []).map(seen),
        total: shown.total,
        ignored: ignored ? shown.total : hidden.total,
      };
    },
    POLL_MS,
  );
}

function seen<T extends SeenWire>({ firstSeenAt, lastSeenAt, count, ...rest_ }: T) {
  return { ...rest_, count: Number(count), firstAt: Date.parse(firstSeenAt), lastAt: Date.parse(lastSeenAt) };
}

export function useUnknownStations(): Query<UnknownStation[]> {
  return useQuery(
    'unknown-stations',
    async signal => {
      const { baseStations = [] } = await rest<{ baseStations?: StationWire[] }>(
        'GET',
        `/discovered/base-stations?limit=${MOST}`,
        undefined,
        signal,
      );
      return baseStations.map(station => {
        const { bsEui, remoteAddress, reason, registered, ...times } = seen(station);
        const address = hostOf(remoteAddress);
        const key = `${bsEui} ${bsEui === '' ? address : ''} ${reason}`;
        return { ...times, key, bsEui, address, registered, refusal: refusalOf(reason) };
      });
    },
    POLL_MS,
  );
}

/** Shown no more, or again; nothing is lost by it. */
export async function ignoreEndpoint(epEui: string, ignored: boolean): Promise<void> {
  await rest('POST', `/discovered/endpoints/${epEui}/ignore`, { ignored });
  outdate('unknown-endpoints');
}

const VISIT = 'ws-unknown-visit';
const COUNT_POLL_MS = 60_000;

/** When the page of unknown ones was last looked at, 0 for never. */
export function lastVisit(): number {
  try {
    return Number(localStorage.getItem(VISIT) ?? 0);
  } catch {
    return 0;
  }
}

export function visitedAt(at: number): void {
  try {
    localStorage.setItem(VISIT, String(at));
  } catch {
    // where the browser keeps nothing, everything stays new
  }
}

/** How many endpoints were heard for the first time since the last visit, for the navigation. */
export function useNewUnknown(): number {
  const { value } = useQuery(
    'unknown-new',
    async signal => {
      const { endpoints = [] } = await rest<{ endpoints?: EndpointWire[] }>(
        'GET',
        '/discovered/endpoints?sort=-firstSeenAt&limit=100',
        undefined,
        signal,
      );
      return endpoints.map(({ firstSeenAt }) => Date.parse(firstSeenAt));
    },
    COUNT_POLL_MS,
  );
  const visit = lastVisit();
  return value?.filter(at => at > visit).length ?? 0;
}
