import type { Reception } from '../message/reception.ts';

/** How an endpoint received its last downlink, as a station reported it. */
export interface DownlinkReport {
  /** Row id of the station. */
  readonly station: number;
  /** dB. */
  readonly dlRxSnr: number;
  /** dBm. */
  readonly dlRxRssi: number;
}

/** A reception as readers get it. */
export type ReportedReception = Reception & Partial<Omit<DownlinkReport, 'station'>>;

/** Puts each report to the reception by the station it came from, else to the first one (SCACI 7.6). */
export function withReports(
  receptions: readonly Reception[],
  reports: readonly DownlinkReport[],
): readonly ReportedReception[] {
  const result: ReportedReception[] = [...receptions];
  for (const { station, dlRxSnr, dlRxRssi } of reports) {
    const own = result.findIndex(reception => reception.station === station);
    const at = Math.max(own, 0);
    const reception = result[at];
    if (reception) result[at] = { ...reception, dlRxSnr, dlRxRssi };
  }
  return result;
}
