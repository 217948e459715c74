import type { Acting } from '../../domain/event/acting.ts';
import { Fault, fault } from '../../kit/faults/faults.ts';
import { storageFault } from '../../kit/faults/file-trouble.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../call/actor.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { asIs, flag, number, oneOf, text } from '../checks.ts';
import { type Check, fields, list, type Maybe, nothing, optional, refine } from '../input.ts';
import type { CertificateOut, ServerCertificateStatusOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';

/** A certificate of the service center itself. */
export interface OwnCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** Lower-case hex. */
  readonly serial: string;
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly daysUntilExpiry: number;
  readonly state: string;
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly keyType: string;
  readonly pem: string;
}

export interface ServerCertificateFacts {
  /** What the listeners are meant to serve: the operator's certificate where the service center uses none of its own. */
  readonly server: OwnCertificate | undefined;
  readonly ca: OwnCertificate | undefined;
  readonly renewalNames: readonly string[];
  /** The operator supplies and renews the certificates of all listeners. */
  readonly external: boolean;
  /** Milliseconds since 1970; undefined when nothing renews by itself. */
  readonly autoRenewAt: number | undefined;
  /** What each listener really serves, by a handshake with it; port 0 while it is closed. */
  readonly listeners: readonly {
    readonly name: string;
    readonly port: number;
    readonly fingerprint: string;
    /** Milliseconds since 1970. */
    readonly loadedAt: number | undefined;
  }[];
  readonly lastRenewalError: string;
}

/** What can be done about the certificates of the service center. Each ends when every listener serves the new one. */
export interface ServerCertificates {
  status(): Promise<ServerCertificateFacts>;
  /** @throws fault `ExternallyManagedCertificate`, `ServerCertificateMissing`, `InvalidServerName`, `InvalidValidityPeriod` */
  renew(
    renewal: { addNames: readonly string[]; dropNames: readonly string[]; days: number | undefined },
    by: Acting,
  ): Promise<void>;
  /** @throws fault `ExternallyManagedCertificate`, `ServerCertificateExists`, `InvalidServerName`, `InvalidValidityPeriod` */
  generate(
    generation: {
      names: readonly string[];
      days: number | undefined;
      keyType: (typeof KEY_TYPES)[number] | undefined;
      rotateCa: boolean;
    },
    by: Acting,
  ): Promise<void>;
}

const KEY_TYPES = ['rsa-2048', 'rsa-3072', 'ec-p256'] as const;
const MAX_NAMES = 64;
const LONGEST_NAME = 253;
const LONGEST_VALIDITY_DAYS = 3650;
/** To be typed before every certificate of a base station becomes void. */
const CONFIRMATION = 'ROTATE CA';

const names = list(text(LONGEST_NAME), MAX_NAMES);

/** 0 is absent. */
const days: Check<Maybe<number>, number | undefined> = (wire, at) =>
  wire ? number(1, LONGEST_VALIDITY_DAYS, 'InvalidValidityPeriod')(wire, at) : undefined;

/** The certificates that the service center itself shows (platform API 14). */
export function serverCertificates({
  clock,
  certificates,
}: {
  readonly clock: Clock;
  readonly certificates: ServerCertificates;
}): readonly Row[] {
  const status = async () => statusToWire(await certificates.status());

  /** Changes the certificates and shows what there is then. Every unexpected failure has the same token, its cause is in the log. */
  const changed = async (call: Call, change: (by: Acting) => Promise<void>) => {
    try {
      await change(acting(call, clock));
    } catch (cause) {
      if (cause instanceof Fault || storageFault(cause)) throw cause;
      call.log.error({ err: cause }, 'server certificate not made');
      throw fault('CertificateGenerationFailed');
    }
    return status();
  };

  return [
    rpc('GenerateServerCertificates', {
      access: 'org',
      needs: 'S',
      scope: 'no key',
      input: refine(
        fields({
          server_names: names,
          validity_days: days,
          key_type: optional(oneOf(KEY_TYPES)),
          rotate_ca: flag,
          // Exactly these words: not even a space may be beside them.
          confirm: asIs<Maybe<string>>,
        }),
        (asked, at) =>
          asked.rotate_ca && asked.confirm !== CONFIRMATION
            ? at.in('confirm').refuse('presence', 'CARotationConfirmationRequired')
            : asked,
      ),
      async handle({ server_names, validity_days, key_type: keyType, rotate_ca: rotateCa }, call) {
        const generation = { names: server_names, days: validity_days, keyType, rotateCa };
        return await changed(call, by => certificates.generate(generation, by));
      },
    }),
    rpc('RenewServerCertificates', {
      access: 'org',
      needs: 'S',
      scope: 'no key',
      input: fields({ server_names: names, drop_names: names, validity_days: days }),
      async handle({ server_names: addNames, drop_names: dropNames, validity_days }, call) {
        const renewal = { addNames, dropNames, days: validity_days };
        const answer = await changed(call, by => certificates.renew(renewal, by));
        const back = answer.renewal_names.filter(name => dropNames.some(dropped => dropped.toLowerCase() === name));
        if (back.length > 0) {
          call.log.warn(
            { names: back },
            'dropped names are in pki.server_names, so they come back at the next renewal',
          );
        }
        return answer;
      },
    }),
    rpc('GetServerCertificateStatus', {
      access: 'org',
      needs: 'B|S',
      scope: 'certificates:read',
      input: nothing,
      handle: () => status(),
    }),
  ];
}

function statusToWire(facts: ServerCertificateFacts) {
  if (!facts.server && !facts.ca) throw fault('ServerCertificateMissing');
  return {
    server: facts.server ? toWire(facts.server) : null,
    ca: facts.ca ? toWire(facts.ca) : null,
    renewal_names: facts.renewalNames,
    auto_renew: facts.autoRenewAt !== undefined,
    auto_renew_at: timestamp(facts.autoRenewAt),
    externally_managed: facts.external,
    listeners: facts.listeners.map(({ name, port, fingerprint, loadedAt }) => ({
      name,
      port,
      fingerprint,
      loaded_at: timestamp(loadedAt),
    })),
    last_renewal_error: facts.lastRenewalError,
  } satisfies ServerCertificateStatusOut;
}

function toWire(certificate: OwnCertificate): CertificateOut {
  const { subject, issuer, serial, fingerprint, notBefore, notAfter, state, keyType, pem } = certificate;
  return {
    subject,
    issuer,
    serial_number: serial,
    fingerprint,
    not_before: timestamp(notBefore.getTime()),
    not_after: timestamp(notAfter.getTime()),
    days_until_expiry: certificate.daysUntilExpiry,
    status: state,
    dns_names: certificate.dnsNames,
    ip_addresses: certificate.ipAddresses,
    key_type: keyType,
    pem,
  };
}
