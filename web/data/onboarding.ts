// The acts and the watching behind Add a base station.
import type { Event } from '../gen/platform/api/v1/core_pb.ts';
import { msOf, wireTime } from '../model/text/time.ts';
import { client } from './call/client.ts';
import { outdate, useQuery } from './call/query.ts';

/** Registers the station; one that is there already keeps its name. */
export async function registerStation(bsEui: string, name: string): Promise<{ name: string; created: boolean }> {
  try {
    const made = await client.createBaseStation({ baseStation: { bsEui, name } });
    outdate('stations');
    return { name: made.name, created: true };
  } catch (cause) {
    const known = await client.getBaseStation({ bsEui }).catch(() => undefined);
    if (!known) throw cause;
    return { name: known.name, created: false };
  }
}

export interface Issued {
  validUntil: number | undefined;
  url: string;
}

/** A certificate for the station; with a signing request the key stays there. */
export async function issueCertificate(bsEui: string, csrPem: string): Promise<Issued> {
  const { certificate, serviceCenterUrl } = await client.generateCertificate({ bsEui, csrPem });
  return { validUntil: msOf(certificate?.notAfter), url: serviceCenterUrl };
}

export type BundleKind = 'zip' | 'p12' | 'csr';

export interface Download {
  bytes: Uint8Array;
  type: string;
  name: string;
}

/** The files for the station. The private key can be had once. */
export async function downloadBundle(bsEui: string, kind: BundleKind, passphrase: string): Promise<Download> {
  const answer = await client.downloadBaseStationCertificate({
    bsEui,
    certType: 'bundle',
    format: kind === 'p12' ? 'p12' : 'zip',
    includeKey: kind !== 'csr',
    passphrase: kind === 'p12' ? passphrase : '',
  });
  return { bytes: answer.content, type: answer.contentType, name: answer.filename };
}

export async function downloadAuthority(bsEui: string): Promise<Download> {
  const answer = await client.downloadBaseStationCertificate({ bsEui, certType: 'ca', format: 'pem' });
  return { bytes: answer.content, type: answer.contentType, name: answer.filename };
}

/** Names and addresses that the certificate of the server has, from its next renewal on. */
export async function serverNames(signal?: AbortSignal): Promise<readonly string[]> {
  return (await client.getServerCertificateStatus({}, signal ? { signal } : {})).renewalNames;
}

export const useServerNames = () => useQuery('server-names', serverNames);

/** Adds a name to the certificate of the server. */
export async function addServerName(name: string): Promise<void> {
  await client.renewServerCertificates({ serverNames: [name] });
  outdate('server-names');
}

export interface Refused {
  at: number;
  address: string;
  reason: string;
  count: number;
  bsEui: string;
}

/** Refusals of stations since a moment, and whether this one is online by now. */
export async function watchStation(bsEui: string, since: number, signal: AbortSignal) {
  const [station, { events }] = await Promise.all([
    client.getBaseStation({ bsEui }, { signal }),
    client.listEvents(
      {
        eventTypes: ['basestation.connect_refused', 'security.tls_rejected'],
        startTime: wireTime(since) as never,
        pageSize: 50,
      },
      { signal },
    ),
  ]);
  return {
    online: station.status === 'online',
    address: station.remoteAddress,
    connectedAt: msOf(station.connectedAt),
    refused: events.map(refusedOf).reverse(),
  };
}

function refusedOf(event: Event): Refused {
  const data = (event.data ?? {}) as Record<string, unknown>;
  return {
    at: msOf(event.timestamp) ?? 0,
    address: String(data.remoteAddress ?? data.remote_address ?? ''),
    reason: String(data.reason ?? ''),
    count: event.count,
    bsEui: event.bsEui,
  };
}
