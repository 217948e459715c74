import type { PeerKind } from '../../domain/certificate/certificate-records.ts';
import type { CertificateRow, PeerCertificateStatus } from '../../domain/certificate/certificate-store.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';
import { can, demand } from '../../rpc/call/rights.ts';
import { csr, generated } from '../../rpc/certificates/certificates.ts';
import type { CertificateFacts, ClientCertificates } from '../../rpc/certificates/client-certificates.ts';
import { demandPassphrase, passphrase } from '../../rpc/certificates/files.ts';
import { eui, oneOf, text, uuid } from '../../rpc/checks.ts';
import { all, fields, optional, refine } from '../../rpc/input.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId, restPage } from '../input.ts';
import type { IssuedCertificateOut } from '../schema.gen.ts';
import { examples } from './examples.ts';

const KINDS = ['station', 'center', 'server', 'authority'] as const;
type Kind = (typeof KINDS)[number];
const PEERS: Readonly<Partial<Record<Kind, PeerKind>>> = { station: 'bs', center: 'ac' };
const STATUSES = [
  'valid',
  'expiring',
  'expired',
  'not_yet_valid',
  'revoked',
] as const satisfies PeerCertificateStatus[];
const REASON_MAX = 200;
const ZIP = 'application/zip';
const P12 = 'application/x-pkcs12';

/** Certificates of peers are for who looks after stations; those of application centers for who administers the server, where there is such a one. */
const READ = { access: 'org', needs: 'B', scope: 'certificates:read' } as const;

/** Certificates that were issued, their end, and those of application centers. */
export function certificates({
  store,
  clock,
  authority,
  certificateTime,
  signsIn,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly authority: ClientCertificates;
  /** By which certificates are judged, milliseconds. */
  certificateTime(): number;
  /** Users sign in, and some of them administer the server. */
  readonly signsIn: boolean;
}): Group {
  const ofCenters = (scope: string) => ({ needs: signsIn ? ('S' as const) : READ.needs, scope });
  const peer = (row: CertificateRow): IssuedCertificateOut => ({
    ...wireOf(row.uuid, row.kind === 'bs' ? 'station' : 'center', authority.facts(row.pem)),
    ...{ eui: row.eui, serial_number: row.serial, fingerprint: row.fingerprint },
    not_before: timestamp(row.not_before_at),
    not_after: timestamp(row.not_after_at),
    ...(row.revoked_at !== null && {
      ...{ status: 'revoked', revoked_at: timestamp(row.revoked_at), revoked_reason: row.reason },
    }),
  });
  const own = () => [
    wireOf('server', 'server', authority.facts(authority.serverPem())),
    wireOf('authority', 'authority', authority.facts(authority.caPem())),
  ];

  return group('Certificates', [
    method('rest.v1.RestService/FindCertificates', {
      http: {
        at: 'GET /api/v2/certificates',
        id: 'listCertificates',
        summary: 'Certificates of the service center, and those that it has issued or seen',
        example: examples.list,
      },
      ...READ,
      demands: ({ kind }, by) => {
        if (kind === 'center') demand(by, ofCenters(READ.scope));
      },
      input: all(
        restPage,
        fields({ kind: optional(oneOf(KINDS)), status: optional(oneOf(STATUSES)), eui: optional(eui) }),
      ),
      async handle({ kind, status, eui: named, limit, offset }, { org, principal }) {
        const wanted =
          kind === undefined ? KINDS.filter(each => each !== 'center' || can(principal, ofCenters('').needs)) : [kind];
        const ours = own().filter(
          one => named === undefined && wanted.some(each => each === one.kind) && (!status || one.status === status),
        );
        const kinds = wanted.flatMap(each => PEERS[each] ?? []);
        const { rows, total } = await store.scan.certificates.list({
          ...{ org, kinds, eui: named, status, now: certificateTime() },
          limit: Math.max(0, limit - Math.max(0, ours.length - offset)),
          offset: Math.max(0, offset - ours.length),
        });
        const certificates = [...ours.slice(offset, offset + limit), ...rows.map(peer)];
        return { certificates, total: ours.length + total };
      },
    }),
    method('rest.v1.RestService/RevokeCertificate', {
      http: {
        at: 'POST /api/v2/certificates/{id}/revoke',
        id: 'revokeCertificate',
        summary: 'Lets in nobody with this certificate any more, and ends the session that has it',
        body: '*',
        example: examples.revoke,
      },
      ...{ access: 'org', needs: 'B', scope: 'certificates:write' },
      input: fields({ organization_id: organizationId, id: uuid, reason: text(REASON_MAX) }),
      async handle({ id, reason }, call) {
        const found = store.read.certificates.find(call.org, id);
        if (!found) throw fault('CertificateNotFound', { id });
        if (found.kind === 'ac') demand(call, ofCenters('certificates:write'));
        const acts = acting(call, clock);
        const row = await store.write.certificates.revokeOne(call.org, id, reason, acts);
        authority.enforceOne({ serial: row.serial, at: acts.now, reason });
        return peer(row);
      },
    }),
    method('rest.v1.RestService/IssueCenterCertificate', {
      http: {
        at: 'POST /api/v2/application-centers/{acEui}/certificate',
        id: 'issueCenterCertificate',
        summary: 'Makes a certificate for an application center, and gives it with its key this once',
        body: '*',
        download: { bytes: 'content', type: 'content_type', types: [ZIP, P12] },
        example: examples.issue,
      },
      ...{ access: 'org', needs: 'S', scope: 'certificates:write' },
      input: refine(
        fields({
          ...{ organization_id: organizationId, ac_eui: eui, csr_pem: optional(csr) },
          ...{ format: optional(oneOf(['zip', 'p12'] as const, 'InvalidCertificateFormat')), passphrase },
        }),
        (value, at) => {
          if (value.format === 'p12') demandPassphrase(value.passphrase, at);
          return value;
        },
      ),
      async handle({ ac_eui, csr_pem, format = 'zip', passphrase: secret }, call: Call) {
        const fresh = await generated(call, () => authority.issueCenter(ac_eui, call.organizationId, csr_pem));
        const packing = { certPem: fresh.certPem, keyPem: fresh.keyPem };
        // a file that cannot be made is no certificate that nobody has
        const content =
          format === 'p12' ? await authority.p12(packing, secret) : await authority.zip('ac', ac_eui, packing);
        const { certPem: pem, serial, fingerprint, notBefore, notAfter } = fresh;
        const acts = acting(call, clock);
        const record = { kind: 'ac' as const, org: call.org, eui: ac_eui, serial, fingerprint, pem };
        const dates = { notBefore: notBefore.getTime(), notAfter: notAfter.getTime() };
        const made = { ...record, ...dates, uuid: uuid7(acts.now), revokePrevious: false };
        await store.write.certificates.insert(made, acts);
        return { content, content_type: format === 'p12' ? P12 : ZIP };
      },
    }),
  ]);
}

function wireOf(id: string, kind: Kind, facts: CertificateFacts) {
  return {
    ...{ id, kind, subject: facts.subject, issuer: facts.issuer },
    ...{ serial_number: facts.serial, fingerprint: facts.fingerprint },
    ...{ not_before: timestamp(facts.notBefore.getTime()), not_after: timestamp(facts.notAfter.getTime()) },
    ...{ days_until_expiry: facts.daysUntilExpiry, status: facts.state as string, key_type: facts.keyType },
    ...{ dns_names: facts.dnsNames, ip_addresses: facts.ipAddresses },
  } satisfies IssuedCertificateOut;
}
