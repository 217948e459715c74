// Endpoints and base stations as files, under the names of the API, so that what is exported can be imported. Keys are not among them.
import { type Cell, csvOf } from './text/csv.ts';
import { msOf, type WireTime } from './text/time.ts';

interface Tagged {
  tags: Readonly<Record<string, string>>;
}

export interface ExportedEndpoint extends Tagged {
  epEui: string;
  name: string;
  status: string;
  epClass: string;
  attachStatus: string;
  deviceModelId: string;
  uplinkIntervalSeconds: number;
  lastSeenAt?: WireTime | undefined;
  lastSnr?: number | undefined;
  lastRssi?: number | undefined;
  lastBsEui: string;
  lossRate?: number | undefined;
}

export interface ExportedStation extends Tagged {
  bsEui: string;
  name: string;
  status: string;
  lastSeenAt?: WireTime | undefined;
  dutyCycle?: number | undefined;
  certificateStatus: string;
  certificateExpiresAt?: WireTime | undefined;
  remoteAddress: string;
  model: string;
  swVersion: string;
}

type Fields = Readonly<Record<string, Cell>>;

const timeOf = (time: WireTime | undefined): string | undefined =>
  time === undefined ? undefined : new Date(msOf(time)).toISOString();

const endpointFields = (row: ExportedEndpoint, model: string | undefined): Fields => ({
  ...{ ep_eui: row.epEui, name: row.name, model, ep_class: row.epClass },
  uplink_interval_seconds: row.uplinkIntervalSeconds === 0 ? undefined : row.uplinkIntervalSeconds,
  ...{ status: row.status, attach_status: row.attachStatus, last_seen_at: timeOf(row.lastSeenAt) },
  ...{ last_snr: row.lastSnr, last_rssi: row.lastRssi, last_bs_eui: row.lastBsEui, loss_rate: row.lossRate },
});

const stationFields = (row: ExportedStation): Fields => ({
  ...{ bs_eui: row.bsEui, name: row.name, status: row.status, last_seen_at: timeOf(row.lastSeenAt) },
  ...{ duty_cycle: row.dutyCycle, certificate_status: row.certificateStatus },
  ...{ certificate_expires_at: timeOf(row.certificateExpiresAt), remote_address: row.remoteAddress },
  ...{ model: row.model, sw_version: row.swVersion },
});

interface Line {
  fields: Fields;
  tags: Readonly<Record<string, string>>;
}

/** A column for each tag that occurs: `tag:floor`. */
function asCsv(lines: readonly Line[]): string {
  const names = Object.keys(lines[0]?.fields ?? {});
  const tags = [...new Set(lines.flatMap(line => Object.keys(line.tags)))].sort();
  return csvOf(
    [...names, ...tags.map(tag => `tag:${tag}`)],
    lines.map(line => [...names.map(name => line.fields[name]), ...tags.map(tag => line.tags[tag])]),
  );
}

const asJson = (lines: readonly Line[]): string =>
  lines.map(({ fields, tags }) => `${JSON.stringify({ ...fields, tags })}\n`).join('');

/** @param modelOf the name of a device model by its id */
export function endpointFiles(modelOf: (id: string) => string | undefined) {
  const lines = (rows: readonly ExportedEndpoint[]): Line[] =>
    rows.map(row => ({ fields: endpointFields(row, modelOf(row.deviceModelId)), tags: row.tags }));
  return {
    csv: (rows: readonly ExportedEndpoint[]) => asCsv(lines(rows)),
    ndjson: (rows: readonly ExportedEndpoint[]) => asJson(lines(rows)),
  };
}

const stationLines = (rows: readonly ExportedStation[]): Line[] =>
  rows.map(row => ({ fields: stationFields(row), tags: row.tags }));

export const stationFiles = {
  csv: (rows: readonly ExportedStation[]) => asCsv(stationLines(rows)),
  ndjson: (rows: readonly ExportedStation[]) => asJson(stationLines(rows)),
};
