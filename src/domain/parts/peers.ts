import type { Db } from '../../database/driver.ts';
import type { Alerts } from '../alert/alert-store.ts';
import type { Attaches } from '../attach/attach-store.ts';
import { centerStore } from '../center/center-store.ts';
import { centerLists } from '../center/lists.ts';
import { centerRequestStore } from '../center/requests-store.ts';
import { certificateStore } from '../certificate/certificate-store.ts';
import { certificateExpiryStore } from '../certificate/expiry.ts';
import type { Downlinks } from '../downlink/downlink-store.ts';
import type { EndpointWriter } from '../endpoint/changes.ts';
import type { Events } from '../event/event-store.ts';
import type { Messages } from '../message/message-store.ts';
import type { Repeatable } from '../once/once-store.ts';
import { directoryStore } from '../station/names.ts';
import { baseStationStore } from '../station/station-store.ts';
import { timelineStore } from '../station/timeline.ts';

/** Who connects: base stations and application centers, their certificates, and what a center asks for. */
export function peersPart(
  db: Db,
  {
    events,
    repeatable,
    messages,
    newest,
    attach,
    downlinks,
    endpoints,
    alerts,
    onlyRegistered,
    endpointsKnown,
    endpointChanged,
    stationForgot,
    certificateChanged,
  }: {
    readonly events: Events;
    readonly repeatable: Repeatable;
    readonly messages: Messages;
    /** The newest place of the log. */
    newest(): number;
    readonly attach: Attaches;
    readonly downlinks: Downlinks;
    readonly endpoints: EndpointWriter;
    readonly alerts: Pick<Alerts, 'centerAway'>;
    readonly onlyRegistered: boolean;
    /** How many endpoints a station knows. */
    endpointsKnown(station: number): number;
    /** What is stored of an endpoint has changed. */
    endpointChanged(): void;
    /** A station knows nothing of the time before. */
    stationForgot(station: number, reason: string, at: number): void;
    /** What certificates a base station has, is another. */
    certificateChanged(eui: string, at: number): void;
  },
) {
  const centers = centerStore(db, { events, messages, onlyRegistered, centerAway: alerts.centerAway });
  const certificates = certificateStore(db, { events, repeatable, stationChanged: certificateChanged });
  const baseStations = baseStationStore(db, { events, certificates, endpointsKnown, stationForgot });
  return {
    groups: {
      centers,
      centerLists: centerLists(db, { countLines: centers.countLines, newest }),
      centerRequests: centerRequestStore(db, {
        events,
        attach,
        downlinks,
        endpoints,
        accept: centers.accept,
        newest,
        endpointChanged,
      }),
      certificates,
      certificateExpiry: certificateExpiryStore(db, { events }),
      baseStations,
      directory: directoryStore(db),
      timeline: timelineStore(db),
    },
    centers,
    baseStations,
  };
}
