/** The part of the messages that each station has heard, in their order. */
export function sharesOf(stations: readonly { receptions: number }[], messages: number): number[] {
  const all = Math.max(1, messages, ...stations.map(({ receptions }) => receptions));
  return stations.map(({ receptions }) => receptions / all);
}
