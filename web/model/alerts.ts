// Where the trouble of an alert is mended, and what it hangs on.

export interface AlertAbout {
  rule: string;
  sourceType: string;
  sourceId: string;
}

/** What a source is called in an address. */
const PLACES: Readonly<Record<string, string>> = {
  base_station: 'stations',
  endpoint: 'endpoints',
  integration: 'integrations',
  application_center: 'centers',
};
/** The tab of the source's page on which it is mended, where that is not the first. */
const TABS: Readonly<Record<string, string>> = {
  certificate_basestation: '/certificate',
  basestation_status: '/events',
  basestation_flapping: '/events',
  endpoint_attach_failing: '/settings',
  decode_failing: '/messages?q=decoded:failed',
  downlink_failing: '/downlinks',
  endpoint_loss: '/radio',
  endpoint_margin: '/radio',
  endpoint_single_path: '/radio',
};

/** The page on which the trouble is mended, where there is one. */
export function alertTarget({ rule, sourceType, sourceId }: AlertAbout): string | undefined {
  if (rule === 'endpoint_unknown') return '/unknown';
  if (rule === 'basestation_refused') return '/unknown/stations';
  const place = sourceLink({ sourceType, sourceId });
  return place === undefined ? undefined : `${place}${TABS[rule] ?? ''}`;
}

/** The page of what it is about. */
export function sourceLink({ sourceType, sourceId }: Omit<AlertAbout, 'rule'>): string | undefined {
  const folder = Object.hasOwn(PLACES, sourceType) ? PLACES[sourceType] : undefined;
  return folder === undefined || sourceId === '' ? undefined : `/${folder}/${sourceId}`;
}

/** What is known of an alert beside its fields. */
export interface AlertState {
  /** The rule whose alert explains this one: nobody is told of it meanwhile. */
  inhibitedBy: string | undefined;
  silencedUntil: number | undefined;
  flapping: boolean;
}

export function alertState(data: Readonly<Record<string, unknown>> | undefined): AlertState {
  const { inhibitedBy, silencedUntil, flapping } = data ?? {};
  const until = typeof silencedUntil === 'string' ? Date.parse(silencedUntil) : Number.NaN;
  return {
    inhibitedBy: typeof inhibitedBy === 'string' && inhibitedBy !== '' ? inhibitedBy : undefined,
    silencedUntil: Number.isNaN(until) ? undefined : until,
    flapping: flapping === true,
  };
}

export const SILENCE_TIMES = {
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
  '7d': 604_800_000,
  '30d': 2_592_000_000,
} as const;
export type SilenceTime = keyof typeof SILENCE_TIMES;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isAlertId = (text: string): boolean => UUID.test(text);
