import type { X509Certificate } from 'node:crypto';
import { type BssciService, startBssci } from '../bssci/listener.ts';
import type { UplinkCarrier } from '../bssci/options.ts';
import type { Config } from '../config/load.ts';
import type { PeerKind } from '../domain/certificate/certificate-records.ts';
import type { Store } from '../domain/domain.ts';
import { bestOf, servingStation } from '../domain/downlink/serving.ts';
import type { Uplinks } from '../domain/uplink/receive.ts';
import type { Metrics } from '../health/metrics.ts';
import { background } from '../kit/background.ts';
import type { Eui } from '../kit/eui.ts';
import { Fault } from '../kit/faults/faults.ts';
import type { Log } from '../kit/log.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { Sealer } from '../kit/seal.ts';
import { type Clock, momentOf } from '../kit/time/clock.ts';
import type { RunTime } from '../kit/time/run-time.ts';
import { SECOND_MS } from '../kit/units.ts';
import { parseUuid, uuid7 } from '../kit/uuid.ts';
import { type DateMistake, dateMistake } from '../pki/path.ts';
import { nameMatch, type PeerIdentity, peerIdentity } from '../pki/peer.ts';
import type { Revocations } from '../pki/revocation.ts';
import type { ListenerCertificates } from '../pki/served.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import { type ScaciService, startScaci } from '../scaci/listener.ts';
import { CenterRequests } from '../scaci/requests.ts';
import type { Installation } from './installation.ts';

/** What both protocols are started with. */
export interface ProtocolOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly sealer: Sealer;
  readonly certificates: ListenerCertificates;
  readonly revocations: Pick<Revocations, 'covers'>;
  readonly metrics: Metrics;
  readonly installation: Pick<Installation, 'scEui'>;
  /** Whether it is our clock that differs from what a station says, and not the station's. */
  clockIsWrong(stationMs: number): boolean;
  readonly runTime: RunTime;
  readonly version: string;
  /** Takes telegrams in place of the store, and nothing else is taken. */
  readonly carrier?: UplinkCarrier;
}

/** Opens the port of the base stations. */
export function startStations(
  options: ProtocolOptions,
  uplinks: Pick<Uplinks, 'receive' | 'receiveMac'>,
): Promise<BssciService> {
  const { config, clock, log, store, sealer, certificates, metrics } = options;
  return startBssci({
    host: config.bssci_host,
    port: config.bssci_port,
    times: config.bssci,
    limits: config.limits,
    bindCertificate: config.bssci_tls.bind_certificate,
    clock,
    log,
    store,
    sealer,
    uplinks,
    carrier: options.carrier,
    ordersTo: store.ordersTo,
    metrics: metrics.bssci,
    serviceCenter: serviceCenter(options),
    clockIsWrong: options.clockIsWrong,
    tls: () => certificates.tls('bssci'),
    chained: certificate => certificates.authoritiesOf('bssci', certificate) !== undefined,
    identify(certificate) {
      const identity = peerIdentity(certificate);
      const { fingerprint, notAfter } = identity;
      const standing = standingOf(identity, certificate, 'bs', options);
      const issuedHere = certificates.issued('bssci', certificate);
      const match = (bsEui: Eui) => (issuedHere ? nameMatch(identity, 'bs', bsEui) : 'mismatch');
      // What has ended hides from OpenSSL what it is for.
      const problem =
        datesOf('bssci', certificate, options) ?? (identity.clientAuth === false ? 'INVALID_PURPOSE' : undefined);
      return { fingerprint, notAfter, problem, match, ...standing };
    },
  });
}

/** Opens the port of the application centers. */
export function startCenters(
  options: ProtocolOptions,
  bssci: BssciService,
  newMessages: Notifier,
): Promise<ScaciService> {
  const { config, clock, log, store, sealer, certificates, metrics, runTime } = options;
  const requests = new CenterRequests({
    clock,
    store,
    sealer,
    runTime,
    tellStations: () => bssci.attach.tellStations(),
    *transmitters() {
      for (const { station, bsEui, bidi } of bssci.stations.all()) if (bidi) yield { station, bsEui };
    },
    // At once, so that a center's requests are stored in the order in which they came.
    serving(org, epEui) {
      if (config.downlink.hand_over !== 'early') return undefined;
      const row = store.read.endpoints.find(org, epEui, 0);
      if (!row) return undefined;
      const { last_station: lastStation, attach_station: attachStation, message_count: messages } = row;
      const able = new Set([...bssci.stations.all()].flatMap(({ station, bidi }) => (bidi ? [station] : [])));
      const isAble = (station: number) => able.has(station);
      const found = servingStation({ lastStation, attachStation, messages }, isAble);
      if (found !== 'look') return found;
      const newest = store.read.messages.page({ org, endpoint: row.id }, { by: 'time', descending: true }, 1);
      return bestOf(newest.rows[0]?.receptions ?? [], isAble);
    },
    async transmit(by, endpoint, acEui, message) {
      const actor = `ac:${acEui}`;
      const transmission = { endpoint, message, operationId: uuid7(clock.now()), origin: 'scaci' as const };
      const noWait = { ms: 0, signal: new AbortController().signal };
      try {
        await bssci.control.transmit(by, transmission, noWait, { userId: undefined, userEmail: undefined, actor });
      } catch (cause) {
        if (cause instanceof Fault) throw new ProtocolError(Posix.again, 'no base station can transmit now');
        throw cause;
      }
    },
    settings: {
      validityMs: config.downlink.validity_s * SECOND_MS,
      perEndpoint: config.downlink.max_pending_per_endpoint,
      perCenter: config.scaci.max_pending,
      ulDataTx: config.scaci.ul_data_tx,
    },
  });
  return startScaci({
    host: config.scaci_host,
    port: config.scaci_port,
    times: config.scaci,
    limits: config.limits,
    bindCertificate: config.scaci_tls.bind_certificate,
    clock,
    log,
    store,
    requests,
    newMessages,
    metrics: metrics.scaci,
    serviceCenter: serviceCenter(options),
    tls: () => certificates.tls('scaci'),
    waitForFiles: certificates.waiting('scaci'),
    chained: certificate => certificates.authoritiesOf('scaci', certificate) !== undefined,
    identify(certificate) {
      const identity = peerIdentity(certificate);
      const issuedHere = certificates.issued('scaci', certificate);
      return {
        fingerprint: identity.fingerprint,
        subject: identity.subject,
        problem: problemOf(identity, datesOf('scaci', certificate, options)),
        organization: identity.organization && parseUuid(identity.organization),
        match: acEui => (issuedHere ? nameMatch(identity, 'ac', acEui) : 'mismatch'),
        ...standingOf(identity, certificate, 'ac', options),
      };
    },
  });
}

function serviceCenter({ config, installation, version }: ProtocolOptions) {
  const { name, vendor, model } = config.service_center;
  return { eui: installation.scEui, name, vendor, model, swVersion: version };
}

/** What we know of a certificate beside what it says itself. */
function standingOf(identity: PeerIdentity, shown: X509Certificate, kind: PeerKind, options: ProtocolOptions) {
  const { store, revocations, clock, log } = options;
  const { fingerprint, serial, notBefore, notAfter } = identity;
  return {
    revoked: () => revocations.covers(identity, kind),
    remember(org: number, eui: Eui) {
      if (store.read.certificates.known(fingerprint)) return;
      const dates = { notBefore: notBefore.getTime(), notAfter: notAfter.getTime() };
      const certificate = { fingerprint, serial, ...dates, pem: shown.toString() };
      background(store.write.certificates.seen({ kind, org, eui, ...certificate }, clock.now()), cause =>
        log.error({ err: cause, kind, eui }, 'certificate not stored'),
      );
    },
  };
}

/** What is wrong with the dates of a client's certificate, or of an authority of it. */
function datesOf(
  name: 'bssci' | 'scaci',
  certificate: X509Certificate,
  { certificates, clock }: ProtocolOptions,
): DateMistake | undefined {
  const at = momentOf(clock);
  const authorities = certificates.authoritiesOf(name, certificate, at) ?? [];
  for (const each of [certificate, ...authorities]) {
    const mistake = dateMistake(each, at);
    if (mistake) return mistake;
  }
  return undefined;
}

/** Why the certificate of an application center is no good, though it chains to the CA (SCACI 1). */
function problemOf(identity: PeerIdentity, dates: DateMistake | undefined): string | undefined {
  if (dates) return dates === 'CERT_HAS_EXPIRED' ? 'certificate has expired' : 'certificate is not valid yet';
  if (identity.clientAuth === false) return 'certificate is not for clients';
  return identity.cn === undefined && identity.organization === undefined ? 'certificate names nobody' : undefined;
}
