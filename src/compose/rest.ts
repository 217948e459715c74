import type { Group } from '../rest/define.ts';
import { profile } from '../rest/profile/rows.ts';
import { sensorTemplates } from '../rest/sensor-templates/rows.ts';
import type { RunningCenter } from './groups.ts';

/** Every group of the public API, each with what it works on. */
export function restGroups(center: RunningCenter): readonly Group[] {
  return [profile(), sensorTemplates(center)];
}
