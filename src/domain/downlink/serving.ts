/** What is known of who hears an endpoint. */
export interface HeardBy {
  /** That heard its newest uplink best. */
  readonly lastStation: number | null;
  /** Of its last attach. */
  readonly attachStation: number | null;
  readonly messages: number;
}

interface Copy {
  readonly station: number;
  readonly snr: number;
  readonly rssi: number;
}

/**
 * The station that serves an endpoint, among those that can send now: who heard its newest uplink best; before any uplink, the one
 * of the attach (platform API 5.3).
 * @returns `look`: it is another one of those that heard the newest uplink (`bestOf`)
 */
export function servingStation(heard: HeardBy, able: (station: number) => boolean): number | 'look' | undefined {
  const station = heard.lastStation ?? heard.attachStation;
  if (station !== null && able(station)) return station;
  return station === null || heard.messages === 0 ? undefined : 'look';
}

/** Who heard a telegram best, of those that can send now. */
export function bestOf(copies: readonly Copy[], able: (station: number) => boolean): number | undefined {
  const [best] = copies.filter(({ station }) => able(station)).sort((a, b) => b.snr - a.snr || b.rssi - a.rssi);
  return best?.station;
}
