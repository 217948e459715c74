import { cleaned } from '../../kit/printable.ts';
import type { Position, StationStatus } from './session-records.ts';

/** Below this a station reports milliseconds, below the other one microseconds; nanoseconds are asked for (BSSCI 8.2). */
const MILLISECONDS_BELOW = 10n ** 14n;
const MICROSECONDS_BELOW = 10n ** 17n;
/** What a database integer holds. */
const MAX_I64 = 0x7fff_ffff_ffff_ffffn;
const MAX_TEXT = 256;

export interface ReportedStatus {
  code: number;
  message: string;
  time: bigint;
  dutyCycle?: number | undefined;
  geoLocation?: Position | undefined;
  uptime?: bigint | undefined;
  temp?: number | undefined;
  cpuLoad?: number | undefined;
  memLoad?: number | undefined;
}

/**
 * The report of a station in our units, and how wrong its clock is at `nowNs`.
 * @param clockIsWrong whether that is the fault of the service center's clock, by the time of the station in milliseconds
 */
export function stationStatus(
  reported: ReportedStatus,
  nowNs: bigint,
  clockIsWrong: (stationMs: number) => boolean,
): StationStatus {
  const systemTimeNs = toNanoseconds(reported.time);
  const wrongClock = clockIsWrong(Number(systemTimeNs / 1_000_000n));
  return {
    code: reported.code,
    message: cleaned(reported.message.slice(0, MAX_TEXT)),
    systemTimeNs,
    clockOffsetMs: wrongClock ? undefined : Number(systemTimeNs - nowNs) / 1e6,
    dutyCycle: reported.dutyCycle,
    uptimeS: reported.uptime === undefined ? undefined : atMost(reported.uptime),
    temperature: reported.temp,
    cpuLoad: reported.cpuLoad,
    memLoad: reported.memLoad,
    position: plausiblePosition(reported.geoLocation),
  };
}

/** What an event tells of a status; what the station did not report stays out (events 3.2). */
export function statusData({ code, dutyCycle, temperature, cpuLoad, memLoad, uptimeS }: StationStatus) {
  return {
    code,
    ...(dutyCycle !== undefined && { dutyCycle }),
    ...(temperature !== undefined && { temp: temperature }),
    ...(cpuLoad !== undefined && { cpuLoad }),
    ...(memLoad !== undefined && { memLoad }),
    ...(uptimeS !== undefined && { uptime: Number(uptimeS) }),
  };
}

function toNanoseconds(time: bigint): bigint {
  if (time < MILLISECONDS_BELOW) return time * 1_000_000n;
  return time < MICROSECONDS_BELOW ? time * 1000n : atMost(time);
}

function atMost(value: bigint): bigint {
  return value > MAX_I64 ? MAX_I64 : value;
}

/** A reported position, or undefined when it is no place: `[0, 0, x]` means no fix (BSSCI 6.1). */
export function plausiblePosition(reported: Position | undefined): Position | undefined {
  if (!reported) return undefined;
  const { latitude, longitude } = reported;
  if (latitude === 0 && longitude === 0) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? reported : undefined;
}
