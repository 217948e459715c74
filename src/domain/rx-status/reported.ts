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

export type ReportedReception = Reception & Partial<Omit<DownlinkReport, 'station'>>;

/** Puts each report to the reception by the station it came from, else to the first one (SCACI 7.6). */
export function withReports(
  receptions: readonly Reception[],
  reports: readonly DownlinkReport[],
): readonly ReportedReception[] {
  return reports.reduce<readonly ReportedReception[]>((placed, { station, dlRxSnr, dlRxRssi }) => {
    const at = Math.max(
      placed.findIndex(reception => reception.station === station),
      0,
    );
    return placed.map((reception, index) => (index === at ? { ...reception, dlRxSnr, dlRxRssi } : reception));
  }, receptions);
}
