import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { decodedJson } from '../domain/blueprint/codec/values.ts';
import type { DownlinkLine } from '../domain/downlink/lines.ts';
import { unpackFlags } from '../domain/message/flags.ts';
import { statedTime } from '../domain/message/reception.ts';
import type { UplinkLine } from '../domain/message/station-copies.ts';
import type { StationLine } from '../domain/station/lines.ts';
import { SECOND_NS } from '../kit/units.ts';
import { type LineView, lineUuid } from './station-lines.ts';

export const EXPORT_FORMATS = ['csv', 'json', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Largest content before compression; the whole response stays under the limit of usual clients. */
export const MAX_CONTENT = 3.5 * 1024 * 1024;

/** Columns in order; true for text, which a spreadsheet might take for a formula (platform API section 4.3). */
const COLUMNS = {
  id: true,
  seq: false,
  direction: true,
  opId: false,
  epEui: true,
  bsEui: true,
  rxTime: false,
  txTime: false,
  packetCnt: false,
  snr: false,
  rssi: false,
  eqSnr: false,
  profile: true,
  mode: true,
  format: false,
  dlOpen: false,
  responseExp: false,
  dlAck: false,
  duplicate: false,
  userData: true,
  decodeStatus: true,
  decoded: true,
  queId: false,
  result: true,
} as const;
type Column = keyof typeof COLUMNS;
type ExportRow = Readonly<Record<Column, string | number | boolean | null>>;

const NO_RADIO = { snr: null, rssi: null, eqSnr: null, profile: '', mode: '' };
const NO_FLAGS = { dlOpen: false, responseExp: false, dlAck: false, duplicate: false };

const NAMES = Object.keys(COLUMNS) as Column[];

/** How a file of one format begins, separates its rows and ends, and its media type. */
export const exportFrames: Readonly<
  Record<ExportFormat, { head: string; between: string; end: string; type: string }>
> = {
  csv: { head: `${NAMES.join()}\r\n`, between: '', end: '', type: 'text/csv; charset=utf-8' },
  json: { head: '[', between: ',', end: ']', type: 'application/json' },
  ndjson: { head: '', between: '', end: '', type: 'application/x-ndjson' },
};

export function exportRow(line: StationLine, view: Omit<LineView, 'subpackets'>, format: ExportFormat): string {
  const row = line.direction === 'uplink' ? uplinkRow(line, view) : downlinkRow(line, view);
  if (format === 'json') return jsonOf(row);
  if (format === 'ndjson') return `${jsonOf(row)}\n`;
  return `${NAMES.map(name => cell(row[name], COLUMNS[name])).join()}\r\n`;
}

/** 2026-01-01T00:00:00.123456789Z */
export function isoNs(ns: bigint): string {
  const seconds = ns / SECOND_NS;
  const fraction = String(ns % SECOND_NS).padStart(9, '0');
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}.${fraction}Z`;
}

export const compress = promisify(gzip);

/** Values are JSON text already, which no reader may put into another order. */
function jsonOf(row: ExportRow): string {
  const members = NAMES.map(name => `"${name}":${name === 'decoded' ? row.decoded : JSON.stringify(row[name])}`);
  return `{${members.join()}}`;
}

function uplinkRow(line: UplinkLine, { bsEui, org, decode }: LineView): ExportRow {
  const { seq, message, reception } = line;
  const own = message.org === org;
  const decoded = own ? decode(message) : undefined;
  const { dlOpen, responseExp, dlAck, duplicate } = unpackFlags(message.flags);
  return {
    id: lineUuid(line),
    seq: String(seq),
    direction: 'uplink',
    opId: String(reception.opId),
    epEui: own ? message.epEui : '',
    bsEui,
    rxTime: isoNs(statedTime(reception)),
    txTime: null,
    packetCnt: own ? message.packetCnt : null,
    snr: reception.snr,
    rssi: reception.rssi,
    eqSnr: reception.eqSnr ?? null,
    profile: reception.profile ?? '',
    mode: reception.mode ?? '',
    format: own ? message.format : null,
    dlOpen,
    responseExp,
    dlAck,
    duplicate,
    userData: own ? Buffer.from(message.userData).toString('hex') : '',
    decodeStatus: decoded?.status ?? '',
    decoded: decoded?.values ? decodedJson({ values: decoded.values, shown: decoded.shown }) : null,
    queId: null,
    result: '',
  };
}

function downlinkRow(line: DownlinkLine, { bsEui, org }: LineView): ExportRow {
  const { downlink } = line;
  const own = downlink.org === org;
  return {
    ...NO_RADIO,
    ...NO_FLAGS,
    id: lineUuid(line),
    seq: String(line.seq),
    direction: 'downlink',
    opId: String(downlink.opId),
    epEui: own ? downlink.epEui : '',
    bsEui,
    rxTime: null,
    txTime: downlink.result === 'sent' ? isoNs(line.at) : null,
    packetCnt: own ? downlink.packetCnt : null,
    format: own ? downlink.format : null,
    responseExp: downlink.responseExp,
    userData: own ? Buffer.from(downlink.userData).toString('hex') : '',
    decodeStatus: '',
    decoded: null,
    queId: String(downlink.queId),
    result: downlink.result,
  };
}

function cell(value: ExportRow[Column], text: boolean): string {
  const plain = value === null ? '' : String(value);
  const safe = text && /^[=+\-@]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
