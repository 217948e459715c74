import type { PeerKind } from '../../domain/certificate/records.ts';
import type { CertificateRow } from '../../domain/certificate/store.ts';
import type { Eui } from '../../kit/eui.ts';
import { Fault, fault } from '../../kit/faults.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { acting } from '../actor.ts';
import { characters, eui, flag, oneOf, uuid } from '../checks.ts';
import { type Call, type Row, rpc } from '../define.ts';
import { type At, type Check, fields, type Maybe, optional, refine } from '../input.ts';
import type { CertificateOut, DownloadCertificateResponseOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';
import { found } from './base-stations.ts';

/** A certificate that was just made, with its key unless that was made elsewhere. */
export interface FreshCertificate {
  readonly certPem: string;
  readonly keyPem?: string | undefined;
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  /** Lower-case hex. */
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** What a certificate says about itself. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly keyType: string;
  readonly daysUntilExpiry: number;
  readonly state: 'valid' | 'expiring' | 'expired' | 'not_yet_valid';
}

/** What is packed for a peer. */
export interface Packing {
  readonly certPem: string;
  readonly keyPem?: string | undefined;
}

/** The certificate authority, and what holds its word. */
export interface ClientCertificates {
  /** Makes a key and certifies it for a base station. @throws fault `CertificateAuthorityMissing`, `InvalidValidityPeriod` */
  issue(bsEui: Eui, wanted: { days?: number | undefined; keyType?: KeyType | undefined }): Promise<FreshCertificate>;
  /** Certifies the key of a request. @throws fault `InvalidCSR` too */
  certify(bsEui: Eui, csrPem: string, wanted: { days?: number | undefined }): Promise<FreshCertificate>;
  facts(pem: string): CertificateFacts;
  /** What peers must trust, in PEM. */
  caPem(): string;
  serverPem(): string;
  /** The files of a bundle (platform API 14.2). */
  zip(kind: PeerKind, eui: Eui, parts: Packing): Promise<Uint8Array>;
  p12(parts: Packing, passphrase: string): Promise<Uint8Array>;
  /** What is stored as revoked of an EUI holds from now on. */
  enforce(kind: PeerKind, eui: string): void;
}

const KEY_TYPES = ['rsa-2048', 'rsa-3072', 'ec-p256'] as const;
type KeyType = (typeof KEY_TYPES)[number];
const TYPES = ['ca', 'client', 'key', 'bundle'] as const;
const FORMATS = ['pem', 'zip', 'p12'] as const;
const LONGEST_VALIDITY_DAYS = 3650;
const LONGEST_CSR = 16_384;
const SHORTEST_PASSPHRASE = 8;
const LONGEST_PASSPHRASE = 128;
/** A private key waits so long for its one download (platform API 14.1). */
const KEY_MS = 7 * 86_400_000;

const PEM = 'application/x-pem-file';
const ZIP = 'application/zip';
const P12 = 'application/x-pkcs12';

const validity: Check<Maybe<number>, number | undefined> = (days, at) => {
  if (!days) return undefined;
  if (days > LONGEST_VALIDITY_DAYS) at.refuse('range', 'InvalidValidityPeriod', { min: 1, max: LONGEST_VALIDITY_DAYS });
  return days;
};

const csr: Check<string, string> = (pem, at) =>
  pem.length > LONGEST_CSR ? at.refuse('range', 'FieldTooLong', { limit: LONGEST_CSR }) : pem;

/** Not shown in an error. */
const passphrase: Check<Maybe<string>, string> = (wire, at) => {
  const text = wire ?? '';
  if (characters(text) > LONGEST_PASSPHRASE) at.refuse('range', 'FieldTooLong', { limit: LONGEST_PASSPHRASE });
  return text;
};

/** `ca`, `server` or a uuid. */
const certificateId: Check<Maybe<string>, string> = (wire, at) =>
  wire === 'ca' || wire === 'server' ? wire : uuid(wire, at);

const download = {
  cert_type: optional(oneOf(TYPES, 'InvalidCertificateType')),
  format: optional(oneOf(FORMATS, 'InvalidCertificateFormat')),
  include_key: flag,
  passphrase,
};
type Given = { readonly [K in keyof typeof download]: ReturnType<(typeof download)[K]> };

/** What is to be downloaded, with what the caller may leave out. */
interface Asked {
  readonly cert_type: (typeof TYPES)[number];
  readonly format: (typeof FORMATS)[number];
  readonly include_key: boolean;
  readonly passphrase: string;
}

/** The types of our own certificates; the first is the one meant when none is named. */
const OWN = { ca: ['ca'], server: ['client', 'ca'] } as const;

/** What type, format and passphrase must be beside each other (platform API 14.2). */
function settled<V extends Given & { readonly id?: string }>(value: V, at: At): V & Asked {
  const { cert_type, id, passphrase: secret } = value;
  const types: readonly Asked['cert_type'][] = id === 'ca' || id === 'server' ? OWN[id] : TYPES;
  const type = cert_type ?? (types === TYPES ? undefined : types[0]);
  if (type === undefined || !types.includes(type)) {
    return at.in('cert_type').refuse('format', 'InvalidCertificateType', { allowed: types.join(', ') });
  }
  const format = value.format ?? (type === 'bundle' ? 'zip' : 'pem');
  if ((type === 'bundle') === (format === 'pem')) {
    const allowed = type === 'bundle' ? 'zip, p12' : 'pem';
    return at.in('format').refuse('format', 'InvalidCertificateFormat', { allowed });
  }
  if (format === 'p12' && characters(secret) < SHORTEST_PASSPHRASE) {
    return at.in('passphrase').refuse('presence', 'PassphraseRequired');
  }
  return { ...value, cert_type: type, format };
}

export const certificates: readonly Row[] = [
  rpc('GenerateCertificate', {
    access: 'org',
    needs: 'B',
    scope: 'certificates:write',
    input: fields({
      bs_eui: eui,
      validity_days: validity,
      csr_pem: optional(csr),
      key_type: optional(oneOf(KEY_TYPES)),
      revoke_previous: flag,
    }),
    async handle({ bs_eui, validity_days: days, csr_pem, key_type: keyType, revoke_previous: revokePrevious }, call) {
      const { store, sealer, clientCertificates, serviceCenterUrl } = call.deps;
      const made = clientCertificates;
      const { org } = call;
      found(bs_eui, call);
      const fresh = await generated(call, () =>
        csr_pem === undefined ? made.issue(bs_eui, { days, keyType }) : made.certify(bs_eui, csr_pem, { days }),
      );
      const acts = acting(call);
      const id = uuid7(acts.now);
      const until = acts.now + KEY_MS;
      const { certPem: pem, keyPem, serial, fingerprint, notBefore, notAfter } = fresh;
      const key = keyPem === undefined ? undefined : { sealed: sealer.seal(Buffer.from(keyPem), keyOf(id)), until };
      const record = { kind: 'bs' as const, org, eui: bs_eui, serial, fingerprint, pem };
      const dates = { notBefore: notBefore.getTime(), notAfter: notAfter.getTime() };
      await store.write.certificates.insert({ ...record, ...dates, uuid: id, key, revokePrevious }, acts);
      if (revokePrevious) made.enforce('bs', bs_eui);
      return {
        certificate: toWire(foundCertificate(id, call), call),
        service_center_url: serviceCenterUrl(),
        private_key_available: key !== undefined,
        private_key_expires_at: key && timestamp(until),
      };
    },
  }),
  rpc('DownloadCertificate', {
    access: 'org',
    needs: 'R',
    scope: 'certificates:read',
    input: refine(fields({ id: certificateId, ...download }), settled),
    handle({ id, ...asked }, call) {
      if (id === 'ca') return authority(call);
      if (id === 'server') {
        return asked.cert_type === 'ca'
          ? authority(call)
          : pemFile('server.pem', call.deps.clientCertificates.serverPem());
      }
      const row = foundCertificate(id, call);
      return asked.cert_type === 'ca' ? authority(call) : packed(row, asked, call);
    },
  }),
  rpc('DownloadBaseStationCertificate', {
    access: 'org',
    needs: 'R',
    scope: 'certificates:read',
    input: refine(fields({ bs_eui: eui, ...download }), settled),
    handle({ bs_eui, ...asked }, call) {
      const { store } = call.deps;
      found(bs_eui, call);
      if (asked.cert_type === 'ca') return authority(call);
      const row = store.read.certificates.newest(call.org, 'bs', bs_eui);
      if (!row) throw fault('CertificateNotFound', { bs_eui });
      return packed(row, asked, call);
    },
  }),
];

/** What the sealed key of a certificate is bound to. */
function keyOf(id: string): string {
  return `certificate:${id}:private_key`;
}

async function generated<T>(call: Call, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    call.log.error({ err: cause }, 'certificate not made');
    throw fault('CertificateGenerationFailed');
  }
}

function foundCertificate(id: string, { deps, org }: Call): CertificateRow {
  const row = deps.store.read.certificates.find(org, id);
  if (!row) throw fault('CertificateNotFound', { id });
  return row;
}

function authority({ deps }: Call): DownloadCertificateResponseOut {
  return pemFile('ca.pem', deps.clientCertificates.caPem());
}

function pemFile(filename: string, pem: string, includes_private_key = false): DownloadCertificateResponseOut {
  return { content: Buffer.from(pem.replaceAll('\r\n', '\n')), filename, content_type: PEM, includes_private_key };
}

/** The certificate of a peer as a file. Its key is taken last: what could not be made must not use it up. */
async function packed(row: CertificateRow, asked: Asked, call: Call): Promise<DownloadCertificateResponseOut> {
  if (row.revoked_at !== null) throw fault('CertificateRevoked', { reason: row.reason });
  const wanted = asked.cert_type === 'key' || (asked.cert_type === 'bundle' && asked.include_key);
  const keyPem = wanted ? openKey(row, call) : undefined;
  const file = await fileOf(row, keyPem, asked, call);
  if (keyPem !== undefined) await takeKey(row, call);
  return { ...file, includes_private_key: keyPem !== undefined };
}

async function fileOf(
  { kind, eui: peer, pem: certPem }: CertificateRow,
  keyPem: string | undefined,
  { cert_type, format, passphrase: secret }: Asked,
  { deps: { clientCertificates } }: Call,
): Promise<DownloadCertificateResponseOut> {
  const name = `${kind}-${peer}`;
  if (cert_type === 'client') return pemFile(`${name}-client.pem`, certPem);
  if (cert_type === 'key') return pemFile(`${name}-key.pem`, keyPem ?? '');
  const parts = { certPem, keyPem };
  if (format === 'p12') {
    const content = await clientCertificates.p12(parts, secret);
    return { content, filename: `${name}.p12`, content_type: P12 };
  }
  const content = await clientCertificates.zip(kind, peer, parts);
  return { content, filename: `${name}.zip`, content_type: ZIP };
}

function openKey({ id, uuid: own, key_until }: CertificateRow, { deps: { store, sealer, clock } }: Call): string {
  if (key_until === null) throw fault('PrivateKeyUnavailable');
  const sealed = store.read.certificates.sealedKey(id);
  if (!sealed || key_until <= clock.now()) throw fault('PrivateKeyAlreadyDownloaded');
  return Buffer.from(sealer.open(sealed, keyOf(own))).toString();
}

/** Gone here and written down in one transaction; of two calls at once the later one fails. */
async function takeKey(row: CertificateRow, call: Call): Promise<void> {
  try {
    await call.deps.store.write.certificates.takeKey(row, acting(call));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    call.log.error({ err: cause }, 'audit record failed');
    throw fault('AuditRecordFailed');
  }
}

function toWire(row: CertificateRow, { deps: { clientCertificates } }: Call) {
  const facts = clientCertificates.facts(row.pem);
  return {
    id: row.uuid,
    bs_eui: row.kind === 'bs' ? row.eui : '',
    subject: facts.subject,
    issuer: facts.issuer,
    serial_number: row.serial,
    fingerprint: row.fingerprint,
    not_before: timestamp(row.not_before_at),
    not_after: timestamp(row.not_after_at),
    days_until_expiry: facts.daysUntilExpiry,
    status: row.revoked_at === null ? facts.state : 'revoked',
    dns_names: facts.dnsNames,
    ip_addresses: facts.ipAddresses,
    key_type: facts.keyType,
    created_at: timestamp(row.created_at),
    revoked_at: timestamp(row.revoked_at),
    pem: row.pem,
  } satisfies CertificateOut;
}
