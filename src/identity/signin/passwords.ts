import { argon2, timingSafeEqual } from 'node:crypto';
import { fault } from '../../kit/faults/faults.ts';
import { randomBytes } from '../../kit/random.ts';
import { isCommon } from './common-passwords.ts';

interface Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** What a new hash costs (identity API 2.5). */
const COST: Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Code points. No password is longer, so that a longer one is wrong without a look at all of it. */
export const LONGEST_PASSWORD = 128;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
/** Beyond it a hash is none of ours, and is not worked on. */
const MOST: Cost = { memoryKib: 262_144, passes: 16, lanes: 4 };
/** Each takes its memory and a core for some 30 ms. */
const AT_ONCE = 2;
const MOST_WAITING = 64;
const RETRY_MS = 1000;
/** A shorter local part is in too many texts to tell anything. */
const TELLING = 3;

export interface PasswordRules {
  readonly minLength: number;
  readonly denyCommon: boolean;
}

/** The password as a PHC text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derived(password, salt, TAG_BYTES, COST);
  const { memoryKib, passes, lanes } = COST;
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** @param phc undefined: there is no such account, or no password; it costs the same work */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const kept = phc === undefined ? undefined : parsed(phc);
  const isWhole = charactersOf(password) <= LONGEST_PASSWORD;
  const { cost, salt, tag } = kept ?? UNMATCHED_HASH;
  const found = await derived(isWhole ? password : '', salt, tag.length, cost);
  return timingSafeEqual(found, tag) && kept !== undefined && isWhole;
}

/** Whether a new hash of the same password would be harder to guess. */
export function isOutdated(phc: string): boolean {
  const { cost } = parsed(phc) ?? {};
  return cost === undefined || cost.memoryKib < COST.memoryKib || cost.passes < COST.passes;
}

/** The rules that a new password breaks, as clients are told them (identity API 2.5). */
export function unmetRules(
  password: string,
  email: string,
  { minLength, denyCommon }: PasswordRules = { minLength: 10, denyCommon: true },
): string[] {
  const length = charactersOf(password);
  const unmet = {
    min_length: length < minLength,
    max_length: length > LONGEST_PASSWORD,
    letter: !/\p{L}/u.test(password),
    digit: !/\p{Nd}/u.test(password),
    common: denyCommon && length <= LONGEST_PASSWORD && isCommon(password),
    identity: names(password, email),
  };
  return Object.entries(unmet).flatMap(([rule, isUnmet]) => (isUnmet ? [rule] : []));
}

/** @throws fault `WeakPassword` */
export function demandStrong(password: string, email: string, rules?: PasswordRules): void {
  const unmet = unmetRules(password, email, rules);
  if (unmet.length > 0) throw fault('WeakPassword', { rules: unmet.join(',') });
}

interface Crowd {
  /** At once. */
  readonly most: number;
  readonly waiting: (() => void)[];
  running: number;
}

/** Hashes passwords for many who ask, a few at a time. */
export class PasswordWork {
  readonly #known: Crowd = { most: AT_ONCE, waiting: [], running: 0 };
  /** They have one place only: while they guess, a core is left for radio, and those who are known do not wait. */
  readonly #strangers: Crowd = { most: 1, waiting: [], running: 0 };

  /** @throws fault `RateLimited` when too many wait */
  hash(password: string): Promise<string> {
    return this.#take(this.#known, () => hashPassword(password));
  }

  /** @param isKnown it comes from where the account signs in. @throws fault `RateLimited` when too many wait */
  verify(password: string, phc: string | undefined, isKnown = false): Promise<boolean> {
    return this.#take(isKnown ? this.#known : this.#strangers, () => verifyPassword(password, phc));
  }

  async #take<T>(crowd: Crowd, work: () => Promise<T>): Promise<T> {
    if (crowd.waiting.length >= MOST_WAITING) throw fault('RateLimited', { retry_after_ms: RETRY_MS });
    const turn = new Promise<void>(resolve => crowd.waiting.push(resolve));
    this.#next();
    await turn;
    try {
      return await work();
    } finally {
      crowd.running--;
      this.#next();
    }
  }

  #next(): void {
    for (const crowd of [this.#known, this.#strangers]) {
      while (this.#known.running + this.#strangers.running < AT_ONCE && crowd.running < crowd.most) {
        const first = crowd.waiting.shift();
        if (!first) break;
        crowd.running++;
        first();
      }
    }
  }
}

/** A hash that no password has. */
const UNMATCHED_HASH = { cost: COST, salt: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) };

function parsed(phc: string): { cost: Cost; salt: Uint8Array; tag: Uint8Array } | undefined {
  const [, memoryKib, passes, lanes, salt = '', tag = ''] = PHC.exec(phc) ?? [];
  const cost = { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) };
  const isOurs =
    cost.memoryKib >= 8 * cost.lanes &&
    cost.memoryKib <= MOST.memoryKib &&
    cost.passes >= 1 &&
    cost.passes <= MOST.passes &&
    cost.lanes >= 1 &&
    cost.lanes <= MOST.lanes;
  return isOurs ? { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') } : undefined;
}

function derived(password: string, salt: Uint8Array, tagLength: number, cost: Cost): Promise<Uint8Array> {
  const { memoryKib: memory, passes, lanes: parallelism } = cost;
  // Keyboards compose the same letter of other code points.
  const message = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, parallelism, tagLength, memory, passes }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

function charactersOf(text: string): number {
  // An estimate saves the look at megabytes that no password has.
  if (text.length > 2 * LONGEST_PASSWORD) return text.length;
  return [...text].length;
}

function names(password: string, email: string): boolean {
  const [local = ''] = email.toLowerCase().split('@', 1);
  const text = password.toLowerCase();
  return local !== '' && (local.length < TELLING ? text === local : text.includes(local));
}
