import type { Db } from '../../database/driver.ts';
import type { Moment } from '../../kit/time/clock.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { alertStore } from '../alert/alert-store.ts';
import type { AlertChanged } from '../alert/change.ts';
import { criticalAlerts, installationAlerts } from '../alert/installation.ts';
import { alertLists } from '../alert/list.ts';
import type { RuleSettings } from '../alert/rules.ts';
import type { Observation } from '../alert/seen.ts';
import { stationDays } from '../certificate/station-days.ts';
import type { Events } from '../event/event-store.ts';
import { notificationStore } from '../notification/notification-store.ts';
import { outboxReader } from '../notification/outbox.ts';
import { alertOverview } from '../notification/overview.ts';
import type { Repeatable } from '../once/once-store.ts';
import { type RadioWatch, radioStore } from '../radio/radio-store.ts';
import type { Arrivals } from '../uplink/arrivals.ts';

/** What is wrong, what watches for it in the writer, and who is told of it. */
export function alertsPart(
  db: Db,
  {
    events,
    repeatable,
    settings,
    radio: radioWatch,
    arrivals,
    told,
  }: {
    readonly events: Events;
    readonly repeatable: Repeatable;
    readonly settings: RuleSettings;
    readonly radio: RadioWatch;
    readonly arrivals: Arrivals;
    /** Who else is told of a change. */
    readonly told: AlertChanged;
  },
) {
  const notifications = notificationStore(db, { events });
  const alerts = alertStore(db, {
    events,
    repeatable,
    settings,
    solelyHeardBy: endpoint => radio.solelyHeardBy(endpoint),
    changed(change) {
      notifications.changed(change);
      told(change);
    },
  });
  const { observe } = alerts;
  const radio = radioStore(db, { ...radioWatch, arrivals, observe, watches: rule => settings[rule].enabled });
  const certificatesOfStations = stationDays(db, { observe });
  /** Every 10 s. @param judgedAt the time by which certificates are judged, milliseconds */
  const tick = (at: Moment, seen: readonly Observation[], judgedAt: number, listened: ListenedMs): boolean => {
    const { now } = at;
    radio.tick(now, listened);
    certificatesOfStations.tick(now, judgedAt);
    return alerts.tick(at, seen);
  };
  const forget = (): void => {
    radio.forget();
    certificatesOfStations.forget();
    alerts.forget();
  };
  return {
    groups: {
      alerts: { ...alerts, tick, forget },
      alertLists: alertLists(db),
      alertOverview: alertOverview(db),
      alertsOfInstallation: { open: installationAlerts(db), critical: criticalAlerts(db) },
      notifications: { ...notifications, ...outboxReader(db) },
      radio,
    },
    alerts,
    radio,
    certificateChanged: certificatesOfStations.changed,
  };
}
