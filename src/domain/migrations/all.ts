import type { Migration } from '../../database/migrate.ts';
import { first } from './0001-first.ts';
import { downlink } from './0002-downlink.ts';
import { ulTransmit } from './0003-ul-transmit.ts';
import { variableMac } from './0004-variable-mac.ts';
import { center } from './0005-center.ts';
import { certificate } from './0006-certificate.ts';
import { centers } from './0007-centers.ts';
import { eventTimes } from './0008-event-times.ts';
import { eventOpId } from './0009-event-op-id.ts';
import { sealing } from './0010-sealing.ts';
import { announcing } from './0012-announcing.ts';
import { centerGroups } from './0013-center-groups.ts';
import { catalog } from './0014-catalog.ts';
import { decoding } from './0015-decoding.ts';
import { shipped } from './0016-shipped.ts';
import { uplinkProgress } from './0017-uplink-progress.ts';
import { alert } from './0018-alert.ts';
import { notification } from './0019-notification.ts';
import { activity } from './0020-activity.ts';
import { events } from './0021-events.ts';
import { value } from './0023-value.ts';
import { radio } from './0024-radio.ts';
import { apiKey } from './0027-api-key.ts';
import { integration } from './0028-integration.ts';
import { pendingActivity } from './0029-pending-activity.ts';
import { account } from './0030-account.ts';
import { signIn } from './0031-signin.ts';
import { auditAndSecondFactor } from './0032-audit-and-second-factor.ts';
import { device } from './0033-device.ts';
import { sensorTemplate } from './0034-sensor-template.ts';
import { dashboard } from './0035-dashboard.ts';
import { rule } from './0036-rule.ts';
import { once } from './0037-once.ts';
import { externalIdentity } from './0038-external-identity.ts';
import { downlinkTimes } from './0039-downlink-times.ts';
import { room } from './0040-room.ts';
import { bounds } from './0041-bounds.ts';
import { movedTimes } from './0046-moved-times.ts';
import { listened } from './0048-listened.ts';
import { refreshed } from './0049-refreshed.ts';
import { chosenOrganization } from './0055-chosen-organization.ts';
import { former } from './0058-former.ts';
import { keyCreator } from './0059-key-creator.ts';
import { fieldTypes } from './0061-field-types.ts';
import { transmissionStatus } from './0062-transmission-status.ts';
import { figures } from './0063-figures.ts';
import { changedHours } from './0064-changed-hours.ts';
import { discoveredEndpoint } from './0075-discovered-endpoint.ts';
import { signInPlace } from './0089-sign-in-place.ts';
import { timesAhead } from './0091-times-ahead.ts';

/** Every migration, oldest first. A released one is never edited. */
export const migrations: readonly Migration[] = [
  first,
  downlink,
  ulTransmit,
  variableMac,
  center,
  certificate,
  centers,
  eventTimes,
  eventOpId,
  sealing,
  announcing,
  centerGroups,
  catalog,
  decoding,
  shipped,
  uplinkProgress,
  alert,
  notification,
  activity,
  events,
  value,
  radio,
  apiKey,
  integration,
  pendingActivity,
  account,
  signIn,
  auditAndSecondFactor,
  device,
  sensorTemplate,
  dashboard,
  rule,
  once,
  externalIdentity,
  downlinkTimes,
  room,
  bounds,
  movedTimes,
  listened,
  refreshed,
  chosenOrganization,
  former,
  keyCreator,
  fieldTypes,
  transmissionStatus,
  figures,
  changedHours,
  discoveredEndpoint,
  signInPlace,
  timesAhead,
];
