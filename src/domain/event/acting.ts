import type { CredibleMs } from '../../kit/time/clock.ts';

/** A person, as events name one. */
export interface Person {
  readonly userId: string | undefined;
  readonly userEmail: string | undefined;
}

/** Who asked for something, as events and timelines name them. */
export interface Requester extends Person {
  /** How the person or key is called in an endpoint's timeline. */
  readonly actor: string;
  /** Uuid of the API key by which it is asked. */
  readonly keyId?: string | undefined;
  /** Of the client, without port. */
  readonly address?: string | undefined;
}

/** A call that its caller may send again, and of which the effect is wanted once. */
export interface Once {
  /** Row id of the organization of the call. */
  readonly org: number;
  /** Who calls there; another caller's keys are other ones. */
  readonly caller: string;
  /** The key the caller gave to the call. */
  readonly key: string;
  /** Digest of what the call asks for: another one under the same key is refused. */
  readonly digest: string;
  /** By which the first call is a day old. */
  readonly credible: CredibleMs;
  /** Sealed: what the first call is answered beside its result, and each repetition again. */
  readonly secret?: Uint8Array;
}

/** Who does it and when (milliseconds). */
export interface Acting extends Requester {
  readonly now: number;
  readonly once?: Once | undefined;
}

/** The way a request came in. */
export type RequestSource = 'api' | 'rest' | 'mqtt' | 'nats' | 'http' | 'scaci' | 'rule';
