import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Call } from '../../rpc/call/define.ts';
import type { ListValueOut } from '../../rpc/schema.gen.ts';
import { measured, type Range } from '../measured.ts';
import { pointsToWire } from '../points.ts';

export interface WidgetSeries {
  /** Uuid. */
  readonly deviceId: string;
  readonly key: string;
  readonly unit: string;
  /** Time in milliseconds and value. */
  readonly points: readonly ListValueOut[];
  /** Seconds that some of the points are for, where nothing finer is kept. */
  readonly resolution?: number | undefined;
}

/** Reads what devices have measured, as other operations read it. */
export interface WidgetValues {
  /** @param devices uuids; one that is gone has no series */
  series(
    devices: readonly string[],
    range: Range,
    call: Call,
  ): Promise<{ readonly series: readonly WidgetSeries[]; readonly truncated: boolean }>;
}

export function widgetValues({ store, clock }: { readonly store: Store; readonly clock: Clock }): WidgetValues {
  const values = measured({ store, clock });
  return {
    async series(devices, range, call) {
      const known = devices.map(id => store.read.devices.known(call.org, id)).filter(device => device !== undefined);
      const { series, truncated } = await values.range(known, range, call);
      return {
        series: series.map(({ device, key, unit, resolution, ...points }) => ({
          ...{ deviceId: device.uuid, key, unit, resolution },
          points: pointsToWire(points),
        })),
        truncated,
      };
    },
  };
}
