import type { CertificateRow } from '../../domain/certificate/certificate-store.ts';
import { characters, flag, oneOf } from '../checks.ts';
import { type At, type Check, type Maybe, optional } from '../input.ts';
import type { DownloadCertificateResponseOut } from '../schema.gen.ts';
import type { ClientCertificates } from './client-certificates.ts';

const TYPES = ['ca', 'client', 'key', 'bundle'] as const;
const FORMATS = ['pem', 'zip', 'p12'] as const;
const SHORTEST_PASSPHRASE = 8;
const LONGEST_PASSPHRASE = 128;

const PEM = 'application/x-pem-file';
const ZIP = 'application/zip';
const P12 = 'application/x-pkcs12';

/** Not shown in an error. */
export const passphrase: Check<Maybe<string>, string> = (wire, at) => {
  const text = wire ?? '';
  if (characters(text) > LONGEST_PASSPHRASE) at.refuse('range', 'FieldTooLong', { limit: LONGEST_PASSPHRASE });
  return text;
};

/** What a download says about the file. */
export const download = {
  cert_type: optional(oneOf(TYPES, 'InvalidCertificateType')),
  format: optional(oneOf(FORMATS, 'InvalidCertificateFormat')),
  include_key: flag,
  passphrase,
};
type DownloadInput = { readonly [K in keyof typeof download]: ReturnType<(typeof download)[K]> };

/** What is to be downloaded, with what the caller may leave out. */
export interface DownloadRequest {
  readonly cert_type: (typeof TYPES)[number];
  readonly format: (typeof FORMATS)[number];
  readonly include_key: boolean;
  readonly passphrase: string;
}

/** The types of the service center's own certificates; the first is meant when none is named. */
const OWN = { ca: ['ca'], server: ['client', 'ca'] } as const;

/** What a request is for: the authority's certificate, that of a peer or of the server, or a private key; undefined: it does not say. */
export function wantedOf({
  id,
  cert_type,
  include_key,
}: {
  readonly id?: Maybe<string>;
  readonly cert_type?: Maybe<string>;
  readonly include_key?: Maybe<boolean>;
}): 'authority' | 'certificate' | 'key' | undefined {
  const type = cert_type || (id === 'ca' || id === 'server' ? OWN[id][0] : undefined);
  if (type === 'ca') return 'authority';
  if (type === 'client') return 'certificate';
  if (type === 'bundle') return include_key ? 'key' : 'certificate';
  return type === 'key' ? 'key' : undefined;
}

/** What type, format and passphrase must be beside each other (platform API 14.2). */
export function settled<V extends DownloadInput & { readonly id?: string }>(value: V, at: At): V & DownloadRequest {
  const { cert_type, id, passphrase: secret } = value;
  const types: readonly DownloadRequest['cert_type'][] = id === 'ca' || id === 'server' ? OWN[id] : TYPES;
  const type = cert_type ?? (types === TYPES ? undefined : types[0]);
  if (type === undefined || !types.includes(type)) {
    return at.in('cert_type').refuse('format', 'InvalidCertificateType', { allowed: types.join(', ') });
  }
  const format = value.format ?? (type === 'bundle' ? 'zip' : 'pem');
  if ((type === 'bundle') === (format === 'pem')) {
    const allowed = type === 'bundle' ? 'zip, p12' : 'pem';
    return at.in('format').refuse('format', 'InvalidCertificateFormat', { allowed });
  }
  if (format === 'p12') demandPassphrase(secret, at);
  return { ...value, cert_type: type, format };
}

/** Of a file that it protects. */
export function demandPassphrase(secret: string, at: At): void {
  if (characters(secret) < SHORTEST_PASSPHRASE) at.in('passphrase').refuse('presence', 'PassphraseRequired');
}

export function pemFile(filename: string, pem: string, includes_private_key = false): DownloadCertificateResponseOut {
  return { content: Buffer.from(pem.replaceAll('\r\n', '\n')), filename, content_type: PEM, includes_private_key };
}

/** The certificate of a peer as a file. */
export async function fileOf(
  certificates: Pick<ClientCertificates, 'zip' | 'p12'>,
  { kind, eui: peer, pem: certPem }: CertificateRow,
  keyPem: string | undefined,
  { cert_type, format, passphrase: secret }: DownloadRequest,
): Promise<DownloadCertificateResponseOut> {
  const name = `${kind}-${peer}`;
  if (cert_type === 'client') return pemFile(`${name}-client.pem`, certPem);
  if (cert_type === 'key') return pemFile(`${name}-key.pem`, keyPem ?? '');
  const packing = { certPem, keyPem };
  if (format === 'p12') {
    const content = await certificates.p12(packing, secret);
    return { content, filename: `${name}.p12`, content_type: P12 };
  }
  const content = await certificates.zip(kind, peer, packing);
  return { content, filename: `${name}.zip`, content_type: ZIP };
}
