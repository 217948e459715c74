import { fault } from '../kit/faults/faults.ts';
import { InTurn } from '../kit/in-turn.ts';
import type { Log } from '../kit/log.ts';
import { DAY_MS } from '../kit/units.ts';
import { ensureAuthority, newAuthority, openAuthority, readAuthority } from './authority.ts';
import { generateKey, type KeyType } from './issue.ts';
import type { Material, Pair } from './material.ts';
import { parseServerName, parseServerNames, serverNamesOf } from './names.ts';
import type { PkiOptions } from './options.ts';
import { newServer, readServer, renewalTime, type ServerIdentity, type ServerRequest } from './renew.ts';

export interface Renewal {
  addNames?: readonly string[];
  dropNames?: readonly string[];
  /** 1–3650, default `server_days`; capped by the CA's end. */
  days?: number | undefined;
}

export interface Generation {
  /** Names in place of those the next renewal would have; none given: those stay. */
  names?: readonly string[];
  /** 1–3650, default `server_days`; capped by the CA's end. */
  days?: number | undefined;
  keyType?: KeyType | undefined;
  /** A new authority too: every certificate that was issued before is void. */
  rotateCa: boolean;
}

/** The operator's own authority, in PEM. */
export interface GivenAuthority {
  /** The CA certificate, followed by those that lead to its root. */
  certPem: string;
  keyPem: string;
  passphrase?: string | undefined;
  /** Clients of the present authority, and of earlier ones that still count, are still let in. */
  keepOld: boolean;
}

export interface ServerCertificate {
  server(): ServerIdentity;
  /** Names the next renewal would have. */
  renewalNames(): string[];
  /** When `renewIfDue` renews, milliseconds since 1970. */
  renewAt(): number;
  renewServer(renewal?: Renewal): Promise<void>;
  /** @returns whether a new server certificate was made; never throws away a better one that was made beside us */
  renewIfDue(): Promise<boolean>;
  /** @throws fault `ServerCertificateExists` unless the authority is rotated or the files are gone */
  generateServer(generation: Generation): Promise<void>;
  /** @throws Error with one sentence when the files do not fit or cannot be used */
  importAuthority(given: GivenAuthority): Promise<void>;
  /** Clients of an earlier authority are no longer let in. @returns whether there was one with this serial */
  dropAuthority(serial: string): boolean;
  /** Calls the listener with each new server certificate, or change of trust, until the returned function is called. */
  onServerChange(listener: (server: ServerIdentity) => void): () => void;
  /** Reads the folder again. @throws Error, keeping what is in use, when the files do not fit each other */
  reload(): void;
}

const LONGEST_VALIDITY_DAYS = 3650;

/** The server certificate of an open folder; both are made when they are missing. */
export async function serverCertificate(
  material: Material,
  { clock, settings, log, confirmed = () => clock.now(), plausible = () => true }: PkiOptions,
  configured: readonly string[],
): Promise<ServerCertificate> {
  const listeners = new Set<(server: ServerIdentity) => void>();
  const authoritySettings = { keyType: settings.key_type, days: settings.ca_days };
  const first = material.pem('ca') === undefined;
  // both keys of a first start are made at the same time
  const serverKey = first ? generateKey(settings.key_type) : undefined;
  await Promise.all([ensureAuthority(material, authoritySettings, clock.now(), confirmed()), serverKey]);
  let server = readServer(material) ?? (await makeFirst());
  warnOfMissingNames(server, configured, log);
  // Two that replace the same files must not build on the same old ones.
  const turns = new InTurn();
  let made: { readonly fingerprint: string; readonly at: number } | undefined;

  async function makeFirst(): Promise<ServerIdentity> {
    const old = material.certificate('server');
    const oldNames = old ? serverNamesOf(old) : { dns: [], ip: [] };
    const names = [...new Set([...configured, ...oldNames.dns, ...oldNames.ip])];
    material.replace({ server: await newServer(present(), { ...request(), names, key: serverKey }) });
    log[old ? 'warn' : 'info']({ replaced: old?.serialNumber.toLowerCase() }, 'server certificate made');
    return readFitting(material);
  }

  function present(): Pair {
    return { key: openAuthority(material).key, pem: material.pem('ca') ?? '' };
  }

  function request(days?: number): Omit<ServerRequest, 'names'> {
    checkDays(days);
    const nowMs = clock.now();
    return { days: days ?? settings.server_days, keyType: settings.key_type, nowMs, confirmedMs: confirmed() };
  }

  /** One made while the clock was years ahead begins years before: the time to its renewal is counted from when it was made. */
  function renewAt(): number {
    const begun = Math.max(server.notBefore.getTime(), madeAt() - DAY_MS);
    return renewalTime({ notBefore: new Date(begun), notAfter: server.notAfter }, settings.renew_at);
  }

  /** By the clock of then, as far as this run has made it; it ends so much later than it should when that was ahead. */
  function madeAt(): number {
    return made?.fingerprint === server.fingerprint ? made.at : Number.NEGATIVE_INFINITY;
  }

  function reload(): void {
    const found = readFitting(material);
    if (found.fingerprint === server.fingerprint && found.trustPem === server.trustPem) return;
    server = found;
    log.info({ serial: server.serial, notAfter: server.notAfter }, 'server certificate loaded');
    for (const listener of listeners) listener(server);
  }

  function renewalNames(): string[] {
    return [...new Set([...configured, ...server.names])];
  }

  /** @param wanted asked when the new one is made; false leaves everything as it is */
  async function renew({ addNames = [], dropNames = [], days }: Renewal, wanted = () => true): Promise<boolean> {
    const dropped = new Set(dropNames.map(parseServerName));
    const names = [...renewalNames(), ...parseServerNames(addNames)].filter(name => !dropped.has(name));
    const make = { ...request(days), names };
    const next = await newServer(present(), make);
    if (!wanted()) return false;
    material.replace({ server: next });
    taken(make);
    return true;
  }

  function taken({ nowMs }: Pick<ServerRequest, 'nowMs'>): void {
    reload();
    made = { fingerprint: server.fingerprint, at: nowMs };
  }

  return {
    server: () => server,
    renewalNames,
    renewAt,
    async renewServer(renewal = {}) {
      await turns.run(() => renew(renewal));
    },
    renewIfDue: () =>
      turns.run(async () => {
        /** One from the future was made while the clock was ahead; so was one that this run has made later than it is. */
        const future = () => Math.max(server.notBefore.getTime(), madeAt() - DAY_MS) > clock.now();
        const due = () => future() || clock.now() >= renewAt();
        /** Also after what was made beside us. */
        const stillDue = () => {
          reload();
          return due();
        };
        // a certificate made before time is known could begin or end at the wrong time
        if (!plausible() || !due() || !stillDue()) return false;
        const authorityEnd = material.certificate('ca')?.validToDate.getTime() ?? 0;
        // at the end of the CA a new certificate would end at the same instant: nothing to gain
        if (!future() && server.notAfter.getTime() >= authorityEnd) return false;
        return await renew({}, stillDue);
      }),
    generateServer: ({ names = [], days, keyType = settings.key_type, rotateCa }) =>
      turns.run(async () => {
        if (!rotateCa && material.pem('server') !== undefined) throw fault('ServerCertificateExists');
        const wanted = names.length > 0 ? parseServerNames(names) : renewalNames();
        const make = { ...request(days), names: wanted, keyType };
        if (rotateCa || material.pem('ca') === undefined) {
          const ca = await newAuthority({ ...authoritySettings, keyType }, clock.now(), confirmed());
          const next = await newServer(ca, make);
          material.distrust();
          material.replace({ ca, server: next });
        } else material.replace({ server: await newServer(present(), make) });
        taken(make);
      }),
    importAuthority: ({ certPem, keyPem, passphrase, keepOld }) =>
      turns.run(async () => {
        const ca = readAuthority(certPem, keyPem, passphrase, clock.now());
        const make = { ...request(), names: renewalNames() };
        const next = await newServer(ca, make);
        const old = material.pem('ca');
        if (!keepOld) material.distrust();
        else if (old !== undefined && old !== ca.pem) material.trust(old);
        material.replace({ ca, server: next });
        taken(make);
      }),
    dropAuthority(serial) {
      const dropped = material.distrust(serial);
      reload();
      return dropped;
    },
    onServerChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload,
  };
}

/** @throws fault `InvalidValidityPeriod` */
export function checkDays(days: number | undefined): void {
  if (days === undefined) return;
  if (!Number.isInteger(days) || days < 1 || days > LONGEST_VALIDITY_DAYS) {
    throw fault('InvalidValidityPeriod', { validity_days: days, min: 1, max: LONGEST_VALIDITY_DAYS });
  }
}

function readFitting(material: Material): ServerIdentity {
  const found = readServer(material);
  if (found) return found;
  throw new Error(
    `The server certificate and key in ${material.dir} do not fit each other: run waystation certs renew.`,
  );
}

function warnOfMissingNames(server: ServerIdentity, configured: readonly string[], log: Pick<Log, 'warn'>): void {
  const missing = configured.filter(name => !server.names.includes(name));
  if (missing.length > 0) log.warn({ missing }, 'server certificate lacks names: run waystation certs renew');
}
