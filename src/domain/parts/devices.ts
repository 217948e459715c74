import type { Db } from '../../database/driver.ts';
import type { EffectiveBlueprints } from '../blueprint/effective.ts';
import { dashboardStore } from '../dashboard/dashboard-store.ts';
import { dashboardReader } from '../dashboard/reader.ts';
import { deviceStore } from '../device/device-store.ts';
import { knownDevices } from '../device/known.ts';
import { deviceReader } from '../device/reader.ts';
import { sensorStore } from '../device/sensors.ts';
import { unlinkedEndpoints } from '../device/unlinked.ts';
import type { EndpointWriter } from '../endpoint/changes.ts';
import type { Events } from '../event/event-store.ts';
import { mediaReader, mediaStore } from '../media/media-store.ts';
import type { Repeatable } from '../once/once-store.ts';
import { templateReader, templateStore } from '../sensor-template/sensor-template-store.ts';

/** Digital devices, and what applications show of them: templates of their sensors, images, dashboards. */
export function devicesPart(
  db: Db,
  {
    events,
    repeatable,
    effective,
    endpoints,
  }: {
    readonly events: Events;
    readonly repeatable: Repeatable;
    readonly effective: EffectiveBlueprints;
    readonly endpoints: EndpointWriter;
  },
) {
  const reader = deviceReader(db, effective);
  const templates = templateReader(db);
  const sensorTemplates = templateStore(db, { repeatable, inUse: reader.usesTemplate });
  const images = mediaReader(db);
  const sensors = sensorStore(db, { templates });
  const devices = deviceStore(db, { reader, media: images, sensors, endpoints, repeatable });
  const media = mediaStore(db, { repeatable, refersTo: reader.showsImage, removed: devices.imageRemoved });
  const ofDashboards = dashboardReader(db);
  const dashboards = dashboardStore(db, { events, repeatable, reader: ofDashboards });
  const known = knownDevices(db);
  return {
    groups: {
      devices: { ...reader, ...devices, ...known, ...unlinkedEndpoints(db, { sensors, repeatable }) },
      sensorTemplates: { ...templates, ...sensorTemplates },
      media: { ...images, ...media },
      dashboards: { ...ofDashboards, ...dashboards },
    },
    ...{ devices, known, sensorTemplates, media, dashboards },
  };
}
