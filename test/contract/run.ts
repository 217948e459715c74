import fc, { type Arbitrary } from 'fast-check';
import { Answers, jsonOf, tokenOf } from './answers.ts';
import { Strangers } from './callers.ts';
import { type Operation, operations } from './document.ts';
import { type Draft, draftOf, sent } from './draft.ts';
import { boxBesideElsewhere, type Elsewhere, MARK } from './elsewhere.ts';
import { type Input, kindOf, validInput } from './inputs.ts';
import { mutate, mutation } from './mutations.ts';
import { NEVER_TAKEN } from './never.ts';
import { kept, Scene } from './scene.ts';
import { Stored } from './stored.ts';
import { alike, strayed } from './strays.ts';
import { Things } from './things.ts';
import { ConnectionEnded, type Received, Wire } from './wire.ts';

export interface Violation {
  readonly operation: string;
  readonly problem: string;
  /** Enough to send it again. */
  readonly request: string;
  readonly answer: string;
}

/** What one operation was sent, and what it answered. */
export interface Tally {
  readonly attempts: Record<Way, number>;
  readonly statuses: Map<number, number>;
  /** By what token requests were refused of which nothing was spoilt. */
  readonly refusals: Map<string, number>;
}

const WAYS = ['valid', 'mutated', 'unauthorized', 'repeated', 'elsewhere'] as const;
type Way = (typeof WAYS)[number];
/** How often each is taken. */
const TURNS: readonly Way[] = [
  'valid',
  'valid',
  'mutated',
  'valid',
  'unauthorized',
  'valid',
  'mutated',
  'valid',
  'repeated',
  'valid',
  'mutated',
  'valid',
  'elsewhere',
  'valid',
  'mutated',
  'unauthorized',
];
/** They have no effect that could come twice (REST, clarification R3), or one that is over once it is told. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'createStreamTicket',
  'offerBackup',
  'testIntegration',
  'simulateRule',
  'encodePayload',
  'listEndpointValues',
  'testAlertEmail',
  'issueCenterCertificate',
]);
/** What the operator of the community edition may ask, who has every organization, and server administrators of the other. */
const OF_THE_BOX: ReadonlySet<string> = new Set([
  'getSystemHealth',
  'getSystemUpdate',
  'getBugReport',
  'listBackups',
  'listAlertChannels',
]);
/** A device that refuses a command so has another model or another class than it was made with. */
const UNLIKE_HEARD: ReadonlySet<string> = new Set([
  'EndPointNotBidirectional',
  'ActuatorCommandNotFound',
  'PhysicalDeviceRequired',
  'DownlinkInvalidFormat',
]);
/** Integrations are made for targets that are not there. */
const SETTINGS = { integrations: { allow_targets: ['127.0.0.0/8'] } };
/** After so long in real time a call is taken to wait for a target, which none does longer than that. */
const PATIENCE_MS = 10_000;
const CALL_MS = 20_000;
/** Requests that were taken. */
export const SERVED: ReadonlySet<number> = new Set([200, 304]);
const MOST_VIOLATIONS = 200;
const SHOWN = 4000;
const ERROR_LEVEL = 50;

/** A service center to which the document is put. */
export class ContractRun implements AsyncDisposable {
  readonly tallies = new Map<string, Tally>();
  readonly violations: Violation[] = [];
  /** How often a violation of the same operation and the same words was met. */
  readonly met = new Map<string, number>();
  requests = 0;
  readonly edition: 'community' | 'enterprise';
  #round = 0;
  readonly #told = new Set<string>();
  readonly #wire: Wire;
  readonly #stored: Stored;
  readonly #strangers: Strangers;
  readonly #answers = new Answers();
  readonly #scene: Scene;
  readonly #others: Things;
  readonly #inputs: ReadonlyMap<
    Operation,
    Source<ReturnType<typeof validInput> extends Arbitrary<infer T> ? T : never>
  >;
  readonly #mutations: Source<typeof mutation extends Arbitrary<infer T> ? T : never>;
  readonly #numbers: Source<number>;

  private constructor(scene: Scene, others: Things, elsewhere: Elsewhere, seed: number, port: number) {
    const { box } = scene;
    this.edition = box.enterprise ? 'enterprise' : 'community';
    this.#scene = scene;
    this.#others = others;
    this.#wire = new Wire(port, () => box.center.clock.monotonic());
    this.#stored = new Stored(box.center.database, elsewhere.organizationId);
    this.#strangers = new Strangers(box, elsewhere);
    this.#inputs = new Map(operations.map((each, place) => [each, new Source(validInput(each), seed + place * 7919)]));
    this.#mutations = new Source(mutation, seed + 1);
    this.#numbers = new Source(fc.nat({ max: 1 << 20 }), seed + 2);
  }

  /** @param through starts what stands between, and says its port; undefined: nothing does */
  static async start(
    dir: string,
    seed: number,
    edition: 'community' | 'enterprise' = 'community',
    through = async (port: number): Promise<number> => port,
  ): Promise<ContractRun> {
    const others = new Things();
    const { box, elsewhere } = await boxBesideElsewhere(dir, edition, SETTINGS, others);
    const port = await through(box.center.ports.gateway);
    return new ContractRun(await Scene.furnish(box, elsewhere.organizationId), others, elsewhere, seed, port);
  }

  /** Sends each operation what it takes until that is done, so many times at most. */
  async session(most: number, of: (operation: Operation) => boolean): Promise<void> {
    for (const operation of operations.filter(of)) {
      await this.#scene.refill();
      this.#stored.changed();
      let [isDone, left] = [false, most];
      while (!isDone && left-- > 0) {
        const draft = await this.#draft(operation, this.#inputs.get(operation)?.next() ?? NOTHING);
        const { status } = await this.#judged(operation, draft, 'valid', '');
        isDone = status === 200;
      }
    }
    this.#readLog();
  }

  /** Sends at least so many requests, turn by turn through all operations. */
  async send(requests: number): Promise<void> {
    const until = this.requests + requests;
    // Going on where the requests before ended, so that each operation has all turns.
    for (; this.requests < until; this.#round++) {
      await this.#scene.refill();
      this.#stored.changed();
      for (const [at, operation] of operations.entries()) {
        if (this.requests >= until) break;
        await this.#attempt(operation, TURNS[(this.#round + at) % TURNS.length] ?? 'valid');
      }
      this.#readLog();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#wire[Symbol.dispose]();
    this.#stored[Symbol.dispose]();
    await this.#scene[Symbol.asyncDispose]();
  }

  async #attempt(operation: Operation, way: Way): Promise<void> {
    const input = this.#inputs.get(operation)?.next() ?? NOTHING;
    if (way === 'elsewhere') return this.#stray(operation, input);
    const draft = await this.#draft(operation, input, way);
    const takes = operation.isRest && operation.method === 'POST' && !NOT_KEPT.has(operation.id);
    if (way === 'mutated') {
      const [name, isSure] = mutate(draft, operation, this.#mutations.next());
      const { status } = await this.#judged(operation, draft, way, name);
      if (isSure && !(status >= 400 && status < 500) && status !== 501) {
        this.#violation(operation, draft, `${name} was not refused`, String(status));
      }
    } else if (way === 'unauthorized') {
      const expected = await this.#strangers.disguise(draft, operation, this.#numbers.next());
      // Keys that strangers get are stored as well.
      this.#stored.changed();
      const answer = await this.#judged(operation, draft, way, expected.token);
      if (answer.status === expected.status && tokenOf(answer) === expected.token) return;
      this.#violation(operation, draft, `${expected.token} was expected`, `${answer.status} ${tokenOf(answer)}`);
    } else if (way === 'repeated' && takes) await this.#repeat(operation, draft);
    else await this.#judged(operation, draft, 'valid', '');
  }

  async #draft(operation: Operation, input: Input, way: Way = 'valid'): Promise<Draft> {
    const { things, box } = this.#scene;
    // Who may not call is made of who calls by a key.
    const credentials = way === 'unauthorized' ? { ...box.own } : await this.#scene.credentials(operation);
    return draftOf(operation, input, things, credentials);
  }

  /** What another organization has is answered as what does not exist. */
  async #stray(operation: Operation, input: Input): Promise<void> {
    const found = strayed(operation, input, this.#others, this.#numbers.next());
    const draft = await this.#draft(operation, found?.theirs ?? input);
    if (!found) {
      await this.#judged(operation, draft, 'elsewhere', 'nothing named');
      return;
    }
    const second = await this.#draft(operation, found.unknown);
    const theirs = await this.#judged(operation, draft, 'elsewhere', 'theirs');
    const unknown = await this.#judged(operation, second, 'elsewhere', 'unknown');
    if (alike(operation, theirs, unknown, found.ids)) return;
    const answers = [theirs, unknown].map(({ status, body }) => `${status} ${body}`).join('\n    ');
    this.#violation(operation, draft, 'another answer for what another organization has', answers);
  }

  /** Under one key the first answer comes again, and nothing else happens. */
  async #repeat(operation: Operation, draft: Draft): Promise<void> {
    draft.headers['idempotency-key'] = uuidOf(this.#numbers.next(), this.#numbers.next());
    const first = await this.#judged(operation, draft, 'repeated', 'first');
    const again = await this.#judged(operation, draft, 'repeated', 'again', first.status === 200);
    if (first.status !== again.status) {
      this.#violation(operation, draft, 'another status when repeated', `${first.status} ${again.status}`);
    } else if (first.status === 200) {
      const isEqual =
        lasting(operation, first) === lasting(operation, again) && again.headers['idempotency-replayed'] === 'true';
      if (!isEqual) this.#violation(operation, draft, 'another answer when repeated', `${first.body} ${again.body}`);
    }
  }

  /** @param isStill whether nothing may be stored whatever is answered */
  async #judged(operation: Operation, draft: Draft, way: Way, what: string, isStill = false): Promise<Received> {
    this.requests++;
    const answer = await this.#answerTo(draft);
    const shown = `${way} ${what}`;
    for (const problem of this.#answers.problems(operation, answer)) {
      this.#violation(
        operation,
        draft,
        problem,
        `${shown}: ${answer.status} ${answer.body.toString().slice(0, SHOWN)}`,
      );
    }
    const { tables, elsewhere } = this.#stored.changed();
    if (tables.length > 0 && (answer.status !== 200 || operation.method === 'GET' || isStill)) {
      this.#violation(
        operation,
        draft,
        `stored though it must not: ${tables.join(', ')}`,
        `${shown}: ${answer.status}`,
      );
    }
    if (elsewhere.length > 0) {
      this.#violation(operation, draft, `changed in another organization: ${elsewhere.join(', ')}`, shown);
    }
    if (answer.body.includes(MARK) && !OF_THE_BOX.has(operation.id)) {
      this.#violation(operation, draft, 'shows what another organization has', `${shown}: ${answer.body}`);
    }
    this.#count(operation, way, answer);
    // What was changed meanwhile is heard no more as it was.
    if (way === 'valid' && UNLIKE_HEARD.has(tokenOf(answer))) this.#scene.things.drop('heard', idIn(draft));
    // Of what is used already there has to be another one.
    if (tokenOf(answer) === 'SensorTemplateInUse') this.#scene.things.drop('own-templates', idIn(draft));
    if (tokenOf(answer) === 'DownlinkAlreadyFinished') this.#scene.things.drop('pending-commands', idIn(draft));
    if (answer.status === 200) {
      this.#scene.answered(operation);
      if (!isBare(jsonOf(answer.body))) this.#told.add(operation.id);
      await this.#remember(operation, draft, answer);
    }
    return answer;
  }

  /** A call that waits for a target outside waits as long as it may: time passes only here. */
  async #answerTo(draft: Draft): Promise<Received> {
    let passing: Promise<void> | undefined;
    const patience = setTimeout(() => {
      passing = this.#scene.box.center.clock.advance(CALL_MS);
    }, PATIENCE_MS);
    const answer = await this.#wire.send(sent(draft)).catch(endedAnswer);
    clearTimeout(patience);
    if (passing) {
      await passing;
      this.#stored.changed();
    }
    return answer;
  }

  /** What was made may be named from now on, and what was removed no more. */
  async #remember(operation: Operation, draft: Draft, { body }: Received): Promise<void> {
    const json = jsonOf(body);
    if (typeof json !== 'object' || json === null) return;
    const { id, deleted } = json as { readonly id?: unknown; readonly deleted?: unknown };
    if (deleted === true || operation.id === 'revokeCertificate') return this.#scene.things.remove(String(id));
    const extra = kept(this.#scene.things, { operation, kind: kindOf(operation), draft, json });
    await this.#scene.removeAll(extra);
    if (extra.length > 0) this.#stored.changed();
  }

  /** Requests that were sent again on another connection. */
  get again(): number {
    return this.#wire.again;
  }

  /** Operations that were never answered 200: what they do was not told. */
  get unserved(): readonly string[] {
    return [...this.tallies].filter(([, { statuses }]) => !statuses.has(200)).map(([id]) => id);
  }

  /** Operations whose lists were always empty: what stands in them was not seen. */
  get bare(): readonly string[] {
    return [...this.tallies].filter(([id, { statuses }]) => statuses.has(200) && !this.#told.has(id)).map(([id]) => id);
  }

  /** Where the list of what is never taken by contract is not as it is: an operation was taken, or refused for another reason. */
  get mistakenlyNeverTaken(): readonly string[] {
    return Object.entries(NEVER_TAKEN[this.edition]).flatMap(([id, { token }]) => {
      const tally = this.tallies.get(id);
      if (!tally) return [`${id} is no operation that was tried`];
      const [served] = [...tally.statuses.keys()].filter(status => SERVED.has(status));
      if (served !== undefined) return [`${id} was taken: ${served}`];
      const all = [...tally.refusals.values()].reduce((sum, times) => sum + times, 0);
      const meant = tally.refusals.get(token) ?? 0;
      return 2 * meant < all || meant === 0 ? [`${id} is not refused by ${token}`] : [];
    });
  }

  #count(operation: Operation, way: Way, answer: Received): void {
    const { status } = answer;
    const tally = this.tallies.get(operation.id) ?? {
      attempts: { valid: 0, mutated: 0, unauthorized: 0, repeated: 0, elsewhere: 0 },
      statuses: new Map<number, number>(),
      refusals: new Map<string, number>(),
    };
    this.tallies.set(operation.id, tally);
    tally.attempts[way]++;
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    if (!SERVED.has(status) && (way === 'valid' || way === 'repeated')) {
      const token = tokenOf(answer);
      tally.refusals.set(token, (tally.refusals.get(token) ?? 0) + 1);
    }
  }

  #violation(operation: Operation, draft: Draft, problem: string, answer: string): void {
    const key = `${operation.id}: ${problem}`;
    const times = (this.met.get(key) ?? 0) + 1;
    this.met.set(key, times);
    if (times > 1 || this.violations.length >= MOST_VIOLATIONS) return;
    const { method, target, body } = sent(draft);
    const request = `${method} ${target} ${String(body ?? '')}`.slice(0, SHOWN);
    this.violations.push({ operation: operation.id, problem, request, answer: answer.slice(0, SHOWN) });
  }

  /** What the center itself took for a mistake of its own is one, whatever it answered. */
  #readLog(): void {
    for (const line of this.#scene.box.center.log.splice(0)) {
      const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { readonly stack?: string } };
      if (level < ERROR_LEVEL) continue;
      const problem = `logged: ${msg}`;
      this.met.set(problem, (this.met.get(problem) ?? 0) + 1);
      if (this.met.get(problem) === 1)
        this.violations.push({ operation: '', problem, request: '', answer: err?.stack ?? '' });
    }
  }
}

/** Whether an answer has lists and nothing in them; series without points are nothing. */
function isBare(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  const lists = Object.values(json).filter(Array.isArray);
  return lists.length > 0 && lists.flat().every((item: { points?: unknown[] } | null) => item?.points?.length === 0);
}

/** No status is declared for it. */
function endedAnswer(cause: unknown): Received {
  if (!(cause instanceof ConnectionEnded)) throw cause;
  return { status: 0, headers: {}, body: Buffer.from(`the connection ended: ${cause.message}`) };
}

/** Which thing a request names. */
function idIn({ parameters, json }: Draft): string {
  return String(parameters.id ?? (json as { readonly id?: unknown } | undefined)?.id ?? '');
}

const NOTHING = { path: {}, query: {}, json: undefined };
const BATCH = 40;

/** Values of one kind without end, the same for the same seed. */
class Source<T> {
  readonly #arbitrary: Arbitrary<T>;
  #seed: number;
  #left: T[] = [];

  constructor(arbitrary: Arbitrary<T>, seed: number) {
    this.#arbitrary = arbitrary;
    this.#seed = seed;
  }

  next(): T {
    const value = this.#left.pop();
    if (value !== undefined) return value;
    this.#left = fc.sample(this.#arbitrary, { seed: this.#seed, numRuns: BATCH });
    this.#seed += 1_000_003;
    return this.#left.pop() as T;
  }
}

/** What an integration that is changed is at is told as it is now. */
const LIVE: ReadonlySet<string> = new Set(['state', 'queued', 'delivered', 'behindSeconds', 'nextAttemptAt']);
const CHANGES: ReadonlySet<string> = new Set(['updateIntegration', 'UpdateIntegration']);

function lasting({ id }: Operation, { body }: Received): string {
  const isLive = (key: string) => LIVE.has(key) && CHANGES.has(id);
  return JSON.stringify(jsonOf(body), (key, value: unknown) => (isLive(key) ? undefined : value));
}

function uuidOf(one: number, two: number): string {
  return `0192f000-0000-7000-8000-${(one * 2 ** 24 + two).toString(16).padStart(12, '0')}`;
}
