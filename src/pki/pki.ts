import type { Clock } from '../kit/clock.ts';
import type { Eui } from '../kit/eui.ts';
import { fault } from '../kit/faults.ts';
import type { Log } from '../kit/log.ts';
import type { Sealer } from '../kit/seal.ts';
import { endWithin, ensureAuthority, openAuthority } from './authority.ts';
import type { Bundle } from './bundle.ts';
import { generateKey, type KeyType, keyToPem, signCertificate } from './issue.ts';
import { openMaterial } from './material.ts';
import { defaultServerNames, parseServerName, parseServerNames, serverNamesOf } from './names.ts';
import { fingerprintOf } from './peer.ts';
import { makeServer, readServer, renewalTime, type ServerIdentity } from './renew.ts';
import { type CertificateStatus, statusOf } from './status.ts';

/** The keys of `pki` in the configuration. */
export interface PkiSettings {
  key_type: 'rsa-2048' | 'ec-p256';
  ca_days: number;
  server_days: number;
  client_days: number;
  renew_at: number;
  /** Empty: host name, `localhost` and all own addresses. */
  server_names: readonly string[];
}

export interface PkiOptions {
  /** The `pki` folder. */
  dir: string;
  sealer: Sealer;
  /** Judges validity; the caller gives one that does not go below its time floor. */
  clock: Pick<Clock, 'now'>;
  settings: PkiSettings;
  log: Pick<Log, 'info' | 'warn'>;
}

export interface IssueRequest {
  kind: 'base-station' | 'application-center';
  eui: Eui;
  /** Uuid of the organization of an application center; absent for the default organization. */
  organization?: string;
  /** 1–3650, default `client_days`; capped by the CA's end. */
  days?: number;
  keyType?: KeyType;
}

export interface Renewal {
  addNames?: readonly string[];
  dropNames?: readonly string[];
  /** 1–3650, default `server_days`; capped by the CA's end. */
  days?: number;
}

export interface Pki {
  caPem(): string;
  server(): ServerIdentity;
  /** Makes a key and a client certificate; nothing of it is kept here. Works beside a running server. */
  issue(request: IssueRequest): Promise<Bundle>;
  status(): CertificateStatus[];
  /** Names the next renewal would have. */
  renewalNames(): string[];
  /** When `renewIfDue` renews, milliseconds since 1970. */
  renewAt(): number;
  renewServer(renewal?: Renewal): Promise<void>;
  /** @returns whether a new server certificate was made; never throws away a better one that was made beside us */
  renewIfDue(): Promise<boolean>;
  /** Calls the listener with each new server certificate until the returned function is called. */
  onServerChange(listener: (server: ServerIdentity) => void): () => void;
  /** Reads the folder again. @throws Error, keeping what is in use, when the files do not fit each other */
  reload(): void;
}

const LONGEST_VALIDITY_DAYS = 3650;

/**
 * Opens the PKI folder and makes what is missing: the authority only in an empty folder, a server certificate whenever none
 * is usable. A key that is there is never overwritten.
 * @throws Error with one sentence when part of the authority is lost; fault `KeyMaterialUnavailable` for another master key
 */
export async function openPki({ dir, sealer, clock, settings, log }: PkiOptions): Promise<Pki> {
  const material = openMaterial(dir, sealer);
  const configured = settings.server_names.length > 0 ? parseServerNames(settings.server_names) : defaultServerNames();
  const listeners = new Set<(server: ServerIdentity) => void>();
  const first = material.pem('ca') === undefined;
  // both keys of a first start are made at the same time
  const serverKey = first ? generateKey(settings.key_type) : undefined;
  await Promise.all([
    ensureAuthority(material, { keyType: settings.key_type, days: settings.ca_days }, clock.now()),
    serverKey,
  ]);
  let server = readServer(material) ?? (await makeFirstServer());
  warnOfMissingNames();

  async function makeFirstServer(): Promise<ServerIdentity> {
    const old = material.certificate('server');
    const kept = old ? serverNamesOf(old) : { dns: [], ip: [] };
    await makeServer(material, {
      names: [...new Set([...configured, ...kept.dns, ...kept.ip])],
      days: settings.server_days,
      keyType: settings.key_type,
      key: serverKey,
      nowMs: clock.now(),
    });
    log[old ? 'warn' : 'info']({ replaced: old?.serialNumber.toLowerCase() }, 'server certificate made');
    return readFitting();
  }

  function readFitting(): ServerIdentity {
    const found = readServer(material);
    if (found) return found;
    throw new Error(`The server certificate and key in ${dir} do not fit each other: run waystation certs renew.`);
  }

  function warnOfMissingNames(): void {
    const missing = configured.filter(name => !server.names.includes(name));
    if (missing.length > 0) log.warn({ missing }, 'server certificate lacks names: run waystation certs renew');
  }

  function reload(): void {
    const found = readFitting();
    if (found.fingerprint === server.fingerprint && found.caPem === server.caPem) return;
    server = found;
    log.info({ serial: server.serial, notAfter: server.notAfter }, 'server certificate loaded');
    for (const listener of listeners) listener(server);
  }

  function renewalNames(): string[] {
    return [...new Set([...configured, ...server.names])];
  }

  async function renewServer({ addNames = [], dropNames = [], days }: Renewal = {}) {
    checkDays(days);
    const dropped = new Set(dropNames.map(parseServerName));
    const names = [...renewalNames(), ...parseServerNames(addNames)].filter(name => !dropped.has(name));
    const nowMs = clock.now();
    await makeServer(material, { names, days: days ?? settings.server_days, keyType: settings.key_type, nowMs });
    reload();
  }

  return {
    caPem: () => server.caPem,
    server: () => server,
    async issue({ kind, eui, organization, days, keyType = settings.key_type }) {
      checkDays(days);
      const issuer = openAuthority(material);
      const nowMs = clock.now();
      const key = await generateKey(keyType);
      const certificate = await signCertificate({
        profile: { use: 'client', uri: `urn:mioty:${kind === 'base-station' ? 'bs' : 'ac'}:${eui}` },
        commonName: eui,
        organization,
        key,
        issuer,
        nowMs,
        notAfterMs: endWithin(issuer.certificate, nowMs, days ?? settings.client_days),
      });
      return {
        certPem: certificate.toString(),
        keyPem: keyToPem(key),
        caPem: server.caPem,
        fingerprint: fingerprintOf(certificate),
        serial: certificate.serialNumber.toLowerCase(),
        notBefore: certificate.validFromDate,
        notAfter: certificate.validToDate,
      };
    },
    status() {
      const roles = ['server', 'ca'] as const;
      return roles.flatMap(role => {
        const certificate = material.certificate(role);
        const pem = material.pem(role);
        return certificate && pem ? [statusOf(role, certificate, pem, clock.now())] : [];
      });
    },
    renewalNames,
    renewAt: () => renewalTime(server, settings.renew_at),
    renewServer,
    async renewIfDue() {
      const due = () => clock.now() >= renewalTime(server, settings.renew_at);
      if (!due()) return false;
      reload();
      if (!due()) return false;
      const authorityEnd = material.certificate('ca')?.validToDate.getTime() ?? 0;
      // at the end of the CA a new certificate would end at the same instant: nothing to gain
      if (server.notAfter.getTime() >= authorityEnd) return false;
      await renewServer();
      return true;
    },
    onServerChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload,
  };
}

function checkDays(days: number | undefined): void {
  if (days === undefined) return;
  if (!Number.isInteger(days) || days < 1 || days > LONGEST_VALIDITY_DAYS) {
    throw fault('InvalidValidityPeriod', { validity_days: days, min: 1, max: LONGEST_VALIDITY_DAYS });
  }
}
