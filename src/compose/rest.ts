import { dashboards } from '../rest/dashboards/rows.ts';
import type { Group } from '../rest/define.ts';
import { mediaAddresses } from '../rest/media/addresses.ts';
import { media } from '../rest/media/rows.ts';
import { profile } from '../rest/profile/rows.ts';
import { sensorTemplates } from '../rest/sensor-templates/rows.ts';
import type { RunningCenter } from './groups.ts';

/** Every group of the public API, each with what it works on. */
export function restGroups(center: RunningCenter): readonly Group[] {
  const addresses = mediaAddresses(center.installation.pageTokenKey);
  const values = { series: async () => ({ series: [], truncated: false }) };
  return [profile(), sensorTemplates(center), media({ ...center, addresses }), dashboards({ ...center, values })];
}
