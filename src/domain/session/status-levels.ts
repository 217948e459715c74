import { SECOND_MS } from '../../kit/units.ts';
import type { RuleName } from '../alert/rules.ts';
import type { AlertSource, Observation, Observe } from '../alert/seen.ts';
import type { StationStatus } from './session-records.ts';

/** What alerts see of the status of a station (events 4). What the station does not report says nothing. */
export function observeStatus(observe: Observe, source: AlertSource, status: StationStatus, at: number): void {
  const { code, message, cpuLoad, memLoad, temperature, dutyCycle, clockOffsetMs } = status;
  const see = (rule: RuleName, level: number | undefined, data?: Observation['data']) => {
    if (level !== undefined && Number.isFinite(level)) observe({ rule, source, at, level, ...(data && { data }) });
  };
  see('basestation_status', code === 0 ? 0 : 1, code === 0 ? undefined : { code, message });
  const loads = [cpuLoad, memLoad].filter(load => load !== undefined);
  see('basestation_load', loads.length === 0 ? undefined : Math.max(...loads));
  see('basestation_temperature', temperature);
  see('basestation_duty_cycle', dutyCycle);
  see('basestation_clock', clockOffsetMs === undefined ? undefined : Math.abs(clockOffsetMs) / SECOND_MS);
}
