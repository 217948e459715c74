import type { CertificateRow } from '../../domain/certificate/certificate-store.ts';
import type { Store } from '../../domain/domain.ts';
import { Fault, fault } from '../../kit/faults/faults.ts';
import { storageFault } from '../../kit/faults/file-trouble.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { acting } from '../call/actor.ts';
import { type Admission, type Call, type Row, rpc } from '../call/define.ts';
import { demand } from '../call/rights.ts';
import { eui, flag, oneOf, uuid } from '../checks.ts';
import { findStationId } from '../find.ts';
import { type Check, fields, type Maybe, optional, refine } from '../input.ts';
import type { DownloadCertificateResponseOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';
import { certificateToWire } from './certificate-wire.ts';
import { type ClientCertificates, KEY_TYPES } from './client-certificates.ts';
import { type DownloadRequest, download, fileOf, pemFile, settled, wantedOf } from './files.ts';
import { openPrivateKey, sealPrivateKey, takePrivateKey } from './private-key.ts';

const LONGEST_VALIDITY_DAYS = 3650;
const LONGEST_CSR = 16_384;
/** A private key waits so long for its one download (platform API 14.1). */
const KEY_MS = 7 * DAY_MS;

const validity: Check<Maybe<number>, number | undefined> = (days, at) => {
  if (!days) return undefined;
  if (days > LONGEST_VALIDITY_DAYS) at.refuse('range', 'InvalidValidityPeriod', { min: 1, max: LONGEST_VALIDITY_DAYS });
  return days;
};

export const csr: Check<string, string> = (pem, at) =>
  pem.length > LONGEST_CSR ? at.refuse('range', 'FieldTooLong', { limit: LONGEST_CSR }) : pem;

/** `ca`, `server` or a uuid. */
const certificateId: Check<Maybe<string>, string> = (wire, at) =>
  wire === 'ca' || wire === 'server' ? wire : uuid(wire, at);

export function certificates({
  store,
  clock,
  sealer,
  authority,
  serviceCenterUrl,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly authority: ClientCertificates;
  /** What to enter at a base station: `tls://host:port`; empty when the service center has no name that can be reached from outside. */
  serviceCenterUrl(): string;
}): readonly Row[] {
  const found = (id: string, { org }: Call): CertificateRow => {
    const row = store.read.certificates.find(org, id);
    if (!row) throw fault('CertificateNotFound', { id });
    return row;
  };

  const shown = (row: CertificateRow) => certificateToWire(row, authority.facts(row.pem));

  const authorityFile = () => pemFile('ca.pem', authority.caPem());

  /** The certificate of a peer as a file. Its key is taken last: a file that could not be made must not use it up. */
  const packed = async (
    row: CertificateRow,
    asked: DownloadRequest,
    call: Call,
  ): Promise<DownloadCertificateResponseOut> => {
    if (row.revoked_at !== null) throw fault('CertificateRevoked', { reason: row.reason });
    const keyPem = wantedOf(asked) === 'key' ? openPrivateKey({ store, clock, sealer }, row) : undefined;
    const file = await fileOf(authority, row, keyPem, asked);
    if (keyPem !== undefined) await takePrivateKey({ store, clock }, row, call);
    return { ...file, includes_private_key: keyPem !== undefined };
  };

  return [
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
        const { org } = call;
        findStationId(store, call, bs_eui);
        const fresh = await generated(call, () =>
          csr_pem === undefined
            ? authority.issue(bs_eui, { days, keyType })
            : authority.certify(bs_eui, csr_pem, { days }),
        );
        const acts = acting(call, clock);
        const id = uuid7(acts.now);
        const until = acts.now + KEY_MS;
        const { certPem: pem, keyPem, serial, fingerprint, notBefore, notAfter } = fresh;
        const key = keyPem === undefined ? undefined : { sealed: sealPrivateKey(sealer, id, keyPem), until };
        const record = { kind: 'bs' as const, org, eui: bs_eui, serial, fingerprint, pem };
        const dates = { notBefore: notBefore.getTime(), notAfter: notAfter.getTime() };
        await store.write.certificates.insert({ ...record, ...dates, uuid: id, key, revokePrevious }, acts);
        if (revokePrevious) authority.enforce('bs', bs_eui);
        return {
          certificate: shown(found(id, call)),
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
      demands,
      input: refine(fields({ id: certificateId, ...download }), settled),
      handle({ id, ...asked }, call) {
        if (id === 'ca') return authorityFile();
        if (id === 'server') {
          return asked.cert_type === 'ca' ? authorityFile() : pemFile('server.pem', authority.serverPem());
        }
        const row = found(id, call);
        return asked.cert_type === 'ca' ? authorityFile() : packed(row, asked, call);
      },
    }),
    rpc('DownloadBaseStationCertificate', {
      access: 'org',
      needs: 'R',
      scope: 'certificates:read',
      demands,
      input: refine(fields({ bs_eui: eui, ...download }), settled),
      handle({ bs_eui, ...asked }, call) {
        findStationId(store, call, bs_eui);
        if (asked.cert_type === 'ca') return authorityFile();
        const row = store.read.certificates.newest(call.org, 'bs', bs_eui);
        if (!row) throw fault('CertificateNotFound', { bs_eui });
        return packed(row, asked, call);
      },
    }),
  ];
}

/** What is of a peer, or of the server, is for those who look after stations; what is the authority's is for every caller. */
function demands(asked: Parameters<typeof wantedOf>[0], by: Admission): void {
  const wanted = wantedOf(asked);
  if (wanted === undefined || wanted === 'authority') return;
  const isKey = wanted === 'key';
  demand(by, { needs: 'B', scope: isKey ? 'certificates:write' : 'certificates:read', writes: isKey });
}

/** Makes a certificate. @throws fault `CertificateGenerationFailed` for what nobody expects */
export async function generated<T>(call: Call, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (cause) {
    if (cause instanceof Fault || storageFault(cause)) throw cause;
    call.log.error({ err: cause }, 'certificate not made');
    throw fault('CertificateGenerationFailed');
  }
}
