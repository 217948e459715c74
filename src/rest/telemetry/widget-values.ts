import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/clock.ts';
import type { WidgetValues } from '../dashboards/widgets.ts';
import { measured } from '../measured.ts';
import { pointsToWire } from './points.ts';

/** What widgets show of devices: the same as telemetry. */
export function widgetValues(parts: { readonly store: Store; readonly clock: Clock }): WidgetValues {
  const values = measured(parts);
  const { devices } = parts.store.read;
  return {
    async series(ids, range, call) {
      // A widget outlives the devices that it shows.
      const known = ids.flatMap(id => devices.known(call.org, id) ?? []);
      const { series, truncated } = await values.range(known, range, call);
      return {
        series: series.map(({ device, key, unit, ...points }) => ({
          ...{ deviceId: device.uuid, key, unit },
          points: pointsToWire(points),
        })),
        truncated,
      };
    },
  };
}
