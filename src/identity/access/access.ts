import type { NewEvent } from '../../domain/event/catalog.ts';
import { Fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { AccessControl } from '../../rpc/call/access-control.ts';
import { type RefusalEvent, RefusalEvents } from '../../rpc/call/refusal-events.ts';
import {
  accountIsActive,
  areBearers,
  credentialsHold,
  credentialsSent,
  isPublic,
  noUserIdOfService,
  presentedHolds,
  userIdIsOwn,
  userIdIsUuid,
  userIdSent,
} from './authentication.ts';
import { AuthorizationRequest, admissionOf, callerOf, refusedOf } from './authorization-request.ts';
import { mayActThere, needsNoHeader, organizationIsUuid, organizationSent } from './organization.ts';
import { namesActiveUser, showsSecret } from './peers.ts';
import { hasCapability, hasScope, passwordIsChanged, secondFactorIsThere } from './permissions.ts';
import type { Gate } from './sources.ts';
import { StreamRights } from './stream-rights.ts';

/** One rule of the contract. */
interface Rule {
  /** Its number in the table of identity API section 1, as clarification I2 orders them. */
  readonly step: number;
  /** Throws the fault of the rule; may find out what later rules look at. */
  check(asked: AuthorizationRequest, gate: Gate): void | Promise<void>;
  /** The event that tells of a call which the rule refuses. */
  readonly told?: RefusalEvent;
  /** Who calls is known from here on. */
  readonly finds?: 'caller';
}

const mismatch = 'security.identity_mismatch';
const denied = 'security.access_denied';

const who: readonly Rule[] = [
  { step: 1, check: isPublic },
  { step: 2, check: credentialsSent },
  { step: 3, check: areBearers },
  { step: 4, check: credentialsHold },
  { step: 5, check: accountIsActive },
  { step: 6, check: userIdSent, told: mismatch },
  { step: 7, check: noUserIdOfService, told: mismatch },
  { step: 8, check: userIdIsUuid, told: mismatch },
  { step: 9, check: userIdIsOwn, told: mismatch },
];

/** In their place on the internal port (clarification I26). */
const forWhom: readonly Rule[] = [
  { step: 0, check: showsSecret },
  { step: 1, check: isPublic },
  { step: 6, check: userIdSent, told: mismatch },
  { step: 8, check: userIdIsUuid, told: mismatch },
  { step: 5, check: namesActiveUser },
];

const where: readonly Rule[] = [
  { step: 10, check: needsNoHeader },
  { step: 11, check: organizationSent },
  { step: 12, check: organizationIsUuid },
];

const rights: readonly Rule[] = [
  { step: 13, check: mayActThere },
  { step: 14, check: hasScope, told: denied },
  { step: 14, check: hasCapability, told: denied },
  { step: 15, check: passwordIsChanged },
  { step: 16, check: secondFactorIsThere },
];

/** Methods of the public API: its order (REST section 2), in which a caller need not say who he is beside what he shows. */
const ofPublicApi: readonly Rule[] = [
  { step: 4, check: presentedHolds, finds: 'caller' },
  ...who.filter(({ step }) => step === 5 || step > 6),
  ...where.filter(({ step }) => step >= 10),
  ...rights,
];

const ofGateway: readonly Rule[] = [...who, ...where, ...rights];
const ofInternalPort: readonly Rule[] = [...forWhom, ...where, ...rights];
/** What holds for a call that was let in, and stays open, as it held before. */
const ofStanding = [needsNoHeader, ...rights.map(({ check }) => check)];

/** Who may call what in the enterprise edition: the rules of identity API section 1, in their order. */
export function enterpriseAccess({
  gate,
  clock,
  log,
  changed,
  raise,
}: {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: Log;
  /** Notified after each commit by which rights of callers may be others. */
  readonly changed: Notifier;
  raise(event: NewEvent): Promise<unknown>;
}): AccessControl {
  const told = new RefusalEvents({ clock, log, raise });
  const standing = new StreamRights({ clock, changed, gate, rights: ofStanding });
  return {
    edition: 'enterprise',
    async admit(row, incoming, known) {
      const asked = new AuthorizationRequest(row, incoming);
      for (const rule of rulesOf(asked)) {
        try {
          const waiting = rule.check(asked, gate);
          if (waiting) await waiting;
          if (rule.finds) known?.(callerOf(asked));
        } catch (cause) {
          if (rule.told && cause instanceof Fault) told.tell(rule.told, refusedOf(asked), cause);
          throw cause;
        }
        if (asked.admitted) return asked.admitted;
      }
      return admissionOf(asked);
    },
    uncovered: (stream, signal) => standing.uncovered(stream, signal),
  };
}

function rulesOf({ row, incoming }: AuthorizationRequest): readonly Rule[] {
  if (incoming.internal) return ofInternalPort;
  return row.keyed ? ofPublicApi : ofGateway;
}
