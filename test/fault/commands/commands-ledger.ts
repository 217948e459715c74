import { endpointEui } from '../../bench/rig/rig.ts';
import type { Ledger } from '../harness/run.ts';

/** What a back end wants of an endpoint, and what came of it so far. */
export interface Command {
  readonly ref: string;
  /** Number of the target that gives it. */
  readonly target: number;
  readonly epEui: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What it has to be refused with; undefined: it is to be queued. */
  readonly token: string | undefined;
  /** It may be over before it was taken. */
  readonly isShort: boolean;
  /** Whoever sent it waits for what becomes of it once it was acknowledged, and does not ask again. */
  isTrusting: boolean;
  /** Times at which it was given to the target. */
  given: number;
  givenAt: number;
  isAcknowledged: boolean;
  /** The first answer. */
  answer: 'downlink_queued' | 'downlink_rejected' | undefined;
  queId: number | undefined;
  result: string | undefined;
}

/** What a target hears of commands. */
export interface Answer {
  readonly event: string;
  readonly deliveryId: string;
  readonly ref: string;
  readonly queId?: number;
  readonly token?: string;
  readonly result?: string;
}

/** Looks into the database, where only what is committed is seen. */
export interface StoredCommands {
  /** Whether a downlink has this reference, or a refusal of it has its place in the log. */
  has(ref: string): boolean;
}

export interface CommandLedgerOptions {
  readonly count: number;
  readonly targets: readonly { readonly hearsAll: boolean }[];
  readonly endpoints: number;
  readonly stored: StoredCommands;
  /** Milliseconds from an arbitrary start. */
  now(): number;
}

/** Refused because there were too many at a time: to be sent again. */
const TOO_MANY = 'ErrTokenRateLimited';
const EXPIRED = 'ErrTokenDownlinkInvalidExpiry';
/** After so long without an answer whoever trusts nothing asks again, and then after twice as long each time. */
const AGAIN_MS = 150;
const MOST_DOUBLINGS = 6;
/** One of so many is refused, and one of so many is over soon. */
const [REFUSED_EVERY, SHORT_EVERY] = [10, 7];
const SHORT_S = 3;
const MAX_FAILURES = 20;
const ANSWERS: readonly string[] = ['downlink_queued', 'downlink_rejected'];
const RESULTS: readonly string[] = ['sent', 'expired', 'invalid', 'revoked'];

/** What was asked for by commands and what was heard of them, and what of it breaks a promise. */
export class CommandLedger implements Ledger {
  readonly failures: string[] = [];
  readonly #commands: ReadonlyMap<string, Command>;
  readonly #options: CommandLedgerOptions;
  /** By queue id: under which delivery its result came. */
  readonly #resultIds = new Map<number, string>();
  readonly #onAir = new Set<number>();
  /** How many commands were given for the first time. */
  #fresh = 0;
  #repeats = 0;
  #acknowledgements = 0;

  constructor(options: CommandLedgerOptions) {
    this.#options = options;
    const numbers = Array.from({ length: options.count }, (_, index) => index);
    this.#commands = new Map(numbers.map(index => [`order-${index}`, commandOf(index, options)]));
  }

  get commands(): readonly Command[] {
    return [...this.#commands.values()];
  }

  get answered(): number {
    return this.commands.filter(({ answer }) => answer !== undefined).length;
  }

  /** Commands that were given to the target more than once. */
  get repeats(): number {
    return this.#repeats;
  }

  get acknowledgements(): number {
    return this.#acknowledgements;
  }

  /** Endpoints that a downlink waits for. */
  get waiting(): ReadonlySet<string> {
    const open = this.commands.filter(({ answer, result }) => answer === 'downlink_queued' && result === undefined);
    return new Set(open.map(({ epEui }) => epEui));
  }

  /** In words, other ones whenever something has gone on. */
  get standing(): string {
    const results = this.commands.filter(({ result }) => result !== undefined).length;
    return `${this.answered} of ${this.#fresh} commands are answered, ${results} downlinks are over, ${this.#acknowledgements} acknowledgements`;
  }

  get outcomes(): Readonly<Record<'queued' | 'refused' | 'sent' | 'expired', number>> {
    const count = (met: (command: Command) => boolean) => this.commands.filter(met).length;
    return {
      queued: count(({ answer }) => answer === 'downlink_queued'),
      refused: count(({ answer }) => answer === 'downlink_rejected'),
      sent: count(({ result }) => result === 'sent'),
      expired: count(({ result }) => result === 'expired'),
    };
  }

  get isOver(): boolean {
    return this.commands.every(({ answer, result }) => {
      return answer === 'downlink_rejected' || (answer !== undefined && result !== undefined);
    });
  }

  /** Those that were never given, as many as are wanted. */
  next(count: number): Command[] {
    const fresh = this.commands.slice(this.#fresh, this.#fresh + count);
    this.#fresh += fresh.length;
    return fresh.map(command => this.#give(command));
  }

  /** Those that nobody has answered, and whose sender does not wait any longer. */
  again(): Command[] {
    const now = this.#options.now();
    const due = this.commands.filter(({ given, givenAt, answer, isTrusting }) => {
      const pauseMs = AGAIN_MS * 2 ** Math.min(given - 1, MOST_DOUBLINGS);
      return given > 0 && !isTrusting && answer === undefined && now - givenAt > pauseMs;
    });
    return due.map(command => this.#give(command));
  }

  #give(command: Command): Command {
    if (command.given++ > 0) this.#repeats++;
    command.givenAt = this.#options.now();
    // Over soon from the first time on: a repetition asks for the same.
    if (command.given > 1 || !command.isShort) return command;
    const expiresAt = new Date(Date.now() + SHORT_S * 1000).toISOString();
    return Object.assign(command, { body: { ...command.body, expiresAt } });
  }

  /** The target was not there: it has to be given once more. */
  notTaken({ ref }: Command): void {
    const command = this.#commands.get(ref);
    if (command) command.isTrusting = false;
  }

  /** The product has said that it is the product's now. */
  acknowledged(ref: string): void {
    this.#acknowledgements++;
    const command = this.#commands.get(ref);
    if (!command) this.#fail(`${ref} was acknowledged, and never sent`);
    else if (!this.#options.stored.has(ref)) this.#fail(`${ref} was acknowledged before it was stored`);
    else command.isAcknowledged = true;
  }

  /** @param by number of the target; it hears of what others asked for, too */
  answer(by: number, { event, deliveryId, ref, queId, token, result }: Answer): void {
    if (!event.startsWith('downlink_')) return;
    const command = this.#commands.get(ref);
    if (!command) {
      this.#fail(`${event} of ${ref}, which was never sent`);
      return;
    }
    if (command.target !== by) return;
    if (event === 'downlink_result') this.#result(command, deliveryId, queId, result);
    if (!ANSWERS.includes(event)) return;
    if (token === TOO_MANY) {
      command.isTrusting = false;
      return;
    }
    const isOver = command.isShort && token === EXPIRED;
    if (token !== command.token && !isOver) this.#fail(`${ref} was answered by ${event} ${token ?? ''}`);
    if (command.answer !== undefined && command.answer !== event) {
      this.#fail(`${ref} was answered by ${command.answer}, and by ${event} ${token ?? ''} afterwards`);
    }
    if (command.queId !== undefined && command.queId !== queId) {
      this.#fail(`${ref} was downlink ${command.queId}, and is ${queId} now`);
    }
    command.answer ??= event === 'downlink_queued' ? event : 'downlink_rejected';
    command.queId ??= queId;
  }

  #result(command: Command, deliveryId: string, queId = 0, result = ''): void {
    const { ref } = command;
    if (!RESULTS.includes(result)) return;
    // An answer of its own may come late: after a kill, with the repetition of its command.
    const isEarly = command.answer === undefined && this.#options.targets[command.target]?.hearsAll !== true;
    if (command.answer !== 'downlink_queued' && !isEarly) this.#fail(`${ref} was ${result} before it was answered`);
    command.queId ??= queId;
    if (command.queId !== queId) this.#fail(`${ref} is downlink ${command.queId}, and ${queId} was ${result}`);
    const known = this.#resultIds.get(queId);
    if (known !== undefined && known !== deliveryId) this.#fail(`${ref} was ${command.result}, and then ${result}`);
    this.#resultIds.set(queId, deliveryId);
    command.result ??= result;
  }

  /** A station has sent a downlink. */
  sent(queId: number): void {
    if (this.#onAir.has(queId)) this.#fail(`downlink ${queId} was on the air twice`);
    this.#onAir.add(queId);
  }

  /** Everything is over. @param rows how many downlinks there are by reference */
  end(rows: ReadonlyMap<string, number>): void {
    for (const { ref, answer, result, given } of this.commands) {
      const count = rows.get(ref) ?? 0;
      const wanted = answer === 'downlink_queued' ? 1 : 0;
      if (given === 0) this.#fail(`${ref} was never sent`);
      if (answer === undefined) this.#fail(`${ref} was never answered`);
      if (answer === 'downlink_queued' && result === undefined) this.#fail(`${ref} was queued, and has no result`);
      if (count !== wanted) this.#fail(`${ref} was answered by ${answer}, and is ${count} downlinks`);
    }
    for (const ref of rows.keys()) if (!this.#commands.has(ref)) this.#fail(`a downlink with the reference ${ref}`);
  }

  #fail(what: string): void {
    if (this.failures.length < MAX_FAILURES) this.failures.push(what);
  }
}

function commandOf(index: number, { targets, endpoints }: CommandLedgerOptions): Command {
  const ref = `order-${index}`;
  const data = Buffer.from(ref).toString('base64');
  const isRefused = index % REFUSED_EVERY === REFUSED_EVERY - 1;
  const refusals = [
    { token: 'ErrTokenMalformedRequest', body: { data: '*', ref } },
    { token: 'ErrTokenMutuallyExclusiveFields', body: { data, dataHex: '01', ref } },
  ];
  const refusal = isRefused ? refusals[Math.floor(index / REFUSED_EVERY) % refusals.length] : undefined;
  return {
    target: index % targets.length,
    ...{
      ref,
      epEui: endpointEui((index % endpoints) + 1),
      body: refusal?.body ?? { data, ref },
      token: refusal?.token,
    },
    isShort: !isRefused && index % SHORT_EVERY === SHORT_EVERY - 1,
    isTrusting: Math.floor(index / targets.length) % 2 === 0,
    ...{ given: 0, givenAt: 0, isAcknowledged: false, answer: undefined, queId: undefined, result: undefined },
  };
}
