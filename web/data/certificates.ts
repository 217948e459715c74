// Certificates that the service center has issued to a peer, or seen with it.
import { outdate, type Query, useQuery } from './call/query.ts';
import { rest, restFile } from './call/rest.ts';

export type CertificateStatus = 'valid' | 'expiring' | 'expired' | 'not_yet_valid' | 'revoked';

export interface IssuedCertificate {
  id: string;
  /** Of its peer; the own ones have none. */
  eui?: string;
  subject: string;
  serialNumber: string;
  fingerprint: string;
  notBefore: string;
  notAfter: string;
  daysUntilExpiry: number;
  status: CertificateStatus;
  revokedAt?: string;
  revokedReason?: string;
}

/** The API lists so many in a page; a peer has a hundred at most. */
const MOST = 200;

/** Those of a peer, the newest first. @param mayRead undefined where the caller may not, which asks nothing */
export function useCertificates(eui: string, mayRead: boolean): Query<IssuedCertificate[]> {
  return useQuery(
    mayRead ? `station-certificates ${eui}` : undefined,
    async signal => {
      const path = `/certificates?eui=${encodeURIComponent(eui)}&limit=${MOST}`;
      return (await rest<{ certificates: IssuedCertificate[] }>('GET', path, undefined, signal)).certificates;
    },
    15_000,
  );
}

/** Those of an application center, the newest first. @param mayRead whether the caller administers the box: others are not shown them */
export function useCenterCertificates(acEui: string, mayRead: boolean): Query<IssuedCertificate[]> {
  return useQuery(
    mayRead ? `center-certificates ${acEui}` : undefined,
    async signal => {
      const path = `/certificates?kind=center&eui=${encodeURIComponent(acEui)}&limit=${MOST}`;
      return (await rest<{ certificates: IssuedCertificate[] }>('GET', path, undefined, signal)).certificates;
    },
    15_000,
  );
}

/** Makes a certificate of an application center: the file with its key, which is nowhere else. @param passphrase empty: a ZIP */
export async function centerBundle(acEui: string, passphrase: string): Promise<Blob> {
  const wanted = passphrase === '' ? { format: 'zip' } : { format: 'p12', passphrase };
  const file = await restFile('POST', `/application-centers/${acEui}/certificate`, wanted);
  outdate('center-certificates');
  return file;
}

/** It is let in no more, and who is connected with it is sent away. */
export async function revokeCertificate(id: string, reason: string): Promise<void> {
  await rest('POST', `/certificates/${id}/revoke`, { reason });
  outdate('station');
  outdate('center-certificates');
  outdate('centers');
}

export const endOf = ({ notAfter }: IssuedCertificate): number => Date.parse(notAfter);
export const isOver = ({ status }: IssuedCertificate): boolean => status === 'revoked' || status === 'expired';
export const revokedAtOf = ({ revokedAt }: IssuedCertificate): number | undefined =>
  revokedAt === undefined ? undefined : Date.parse(revokedAt);
