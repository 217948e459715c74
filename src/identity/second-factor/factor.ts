import type { Store } from '../../domain/domain.ts';
import type { Acting } from '../../domain/event/acting.ts';
import { factorAbout } from '../../domain/second-factor/contents.ts';
import { digestOf } from '../../kit/digest.ts';
import { fault } from '../../kit/faults/faults.ts';
import { randomBytes } from '../../kit/random.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { CredibleMs, Moment } from '../../kit/time/clock.ts';
import type { SecondFactor } from '../signin/second-factor.ts';
import { base32, otpauthUrl, stepOfCode } from './totp.ts';

/** As RFC 4226 asks for. */
const SECRET_BYTES = 20;
const CODES = 10;
/** 80 bits: a fast hash is enough for them. */
const CODE_BYTES = 10;
const CODE_GROUP = /.{4}(?=.)/g;

/** What a user who enrols is shown, once. */
export interface Enrolled {
  readonly secret: string;
  readonly otpauth_url: string;
  readonly recovery_codes: readonly string[];
}

/** Whom it is about. */
export interface FactorUser {
  /** Row id. */
  readonly id: number;
  readonly email: string;
}

/** Time-based codes as a second factor, and recovery codes beside them. */
export class TotpFactor implements SecondFactor {
  readonly #store: Pick<Store, 'read' | 'write'>;
  readonly #sealer: Sealer;
  readonly #issuer: string;

  /** @param issuer how the box is called in an authenticator */
  constructor(store: Pick<Store, 'read' | 'write'>, sealer: Sealer, issuer: string) {
    this.#store = store;
    this.#sealer = sealer;
    this.#issuer = issuer;
  }

  isOn(user: number): boolean {
    return this.#store.read.secondFactors.isOn(user);
  }

  async check(user: number, code: string, at: Moment): Promise<boolean> {
    const { read, write } = this.#store;
    const enrolment = read.secondFactors.enrolment(user);
    if (!enrolment?.isOn) return false;
    const typed = code.replace(/[\s-]/g, '');
    if (!/^\d+$/.test(typed)) return write.secondFactors.useRecovery(user, recoveryDigest(typed));
    const step = stepByEither(this.#open(user, enrolment.secret), typed, at);
    return step !== undefined && write.secondFactors.useStep(user, enrolment.secret, step);
  }

  /** @throws fault `ConcurrentModification` when one is in force */
  async enrol({ id, email }: FactorUser, now: number): Promise<Enrolled> {
    const secret = randomBytes(SECRET_BYTES);
    const codes = Array.from({ length: CODES }, () => base32(randomBytes(CODE_BYTES)));
    const sealed = this.#sealer.seal(secret, factorAbout(id));
    await this.#store.write.secondFactors.enrol(id, sealed, codes.map(recoveryDigest), now);
    return {
      secret: base32(secret),
      otpauth_url: otpauthUrl(secret, email, this.#issuer),
      recovery_codes: codes.map(code => code.replace(CODE_GROUP, '$&-').toLowerCase()),
    };
  }

  /** @returns whether it was the right code. @throws fault `ConcurrentModification` when nothing waits for one */
  async confirm({ id }: FactorUser, code: string, credible: CredibleMs, acting: Acting): Promise<boolean> {
    const { read, write } = this.#store;
    const enrolment = read.secondFactors.enrolment(id);
    if (!enrolment || enrolment.isOn) throw fault('ConcurrentModification');
    const at = { now: acting.now, credible };
    const step = stepByEither(this.#open(id, enrolment.secret), code.replace(/\s/g, ''), at);
    if (step === undefined) return false;
    await write.secondFactors.confirm(id, enrolment.secret, step, acting);
    return true;
  }

  #open(user: number, sealed: Uint8Array): Uint8Array {
    return this.#sealer.open(sealed, factorAbout(user));
  }
}

/** A phone knows what time it is; which of our readings agrees with it, while they differ, is not known. */
function stepByEither(secret: Uint8Array, code: string, { now, credible }: Moment): number | undefined {
  return stepOfCode(secret, code, credible) ?? stepOfCode(secret, code, now);
}

/** However it is typed. */
function recoveryDigest(code: string): Uint8Array {
  return digestOf(code.toUpperCase());
}
