import type { Integration } from '../domain/integration/integration-records.ts';
import type { Answer } from '../domain/integration/notices.ts';
import { type Eui, parseEui } from '../kit/eui.ts';
import { catalog, Fault, type FaultName, fault } from '../kit/faults/faults.ts';
import type { Log } from '../kit/log.ts';
import { rateLimit } from '../kit/rate-limit.ts';
import type { Clock } from '../kit/time/clock.ts';
import { uuid5 } from '../kit/uuid.ts';
import { type Body, bodyOf, type DownContent, downOf, refOf, revokedOf } from './command-body.ts';
import type { CommandOutcome, Incoming } from './commands.ts';

/** Commands of one integration. */
const PER_SECOND = 100;
/** What an answer says of a reference at most; longer ones are refused. */
const MAX_REF_BYTES = 128;
/** Downlinks with one reference that are looked at. */
const MAX_FOUND = 1000;

/** By which ways commands come in. */
export type Origin = 'mqtt' | 'nats' | 'http';

/** In whose name it is done. */
export interface Caller {
  /** Row id and uuid. */
  readonly org: number;
  readonly organizationId: string;
  readonly origin: Origin;
  readonly integrationId: string;
  readonly integrationName: string;
}

/** A downlink, as far as it is of interest here. */
export interface DownlinkFound {
  readonly queId: number;
  readonly ref: string;
  /** Milliseconds. */
  readonly expiresAt: number;
}

/** The RPCs, checks and rights and all, under their names. Each throws the faults of its RPC. */
export interface Calls {
  /** `SendDownlink`. @param request as on the wire, but that `object` is plain JSON */
  send(
    request: DownContent & { readonly ep_eui: string; readonly ref: string; readonly request_id?: string },
    by: Caller,
  ): Promise<{ readonly downlink: DownlinkFound; readonly deduplicated: boolean }>;
  /** `RevokeDownlink`. @returns those that are revoked, or will be */
  revoke(
    request: { readonly ep_eui: string; readonly que_id?: string; readonly all?: boolean },
    by: Caller,
  ): Promise<readonly DownlinkFound[]>;
  /** `ListDownlinkQueue`: those that are not finished. */
  unfinished(
    request: { readonly ep_eui: string; readonly ref: string; readonly page_size: number },
    by: Caller,
  ): Promise<readonly DownlinkFound[]>;
}

export interface CommandsOptions {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly log: Log;
  /** Resolves when it has its place in the log. */
  answer(answer: Answer): Promise<void>;
  /** It cannot be answered. */
  malformed(what: { readonly row: Integration; readonly reason: string; readonly at: number }): Promise<void>;
}

/** Over in a moment, or after the next start: until then a delivery whose answer asked for it is not over either. */
const RESTARTING: ReadonlySet<FaultName> = new Set(['ServiceStarting', 'ServiceStopping']);
/** What can be done later as it is, too: not the fault of who sent it. An answer to a delivery is not to hold up the others for it. */
const NOT_NOW: ReadonlySet<FaultName> = new Set(['StorageFull', 'ReadOnlyMode', 'DeadlineExceeded']);
/** Full queues empty by themselves: only a broker that gives a message back after a while can wait for it without holding up others. */
const QUEUE_FULL: FaultName = 'DownlinkQueueFull';

/** Carries out what integrations are told by their targets: one way for all kinds (integrations sections 2.2, 2.3, 4). */
export class Commands {
  readonly #options: CommandsOptions;
  readonly #limit: ReturnType<typeof rateLimit>;

  constructor(options: CommandsOptions) {
    this.#options = options;
    this.#limit = rateLimit(options.clock, PER_SECOND, 1);
  }

  /** Never rejects. Resolves when what came of it is stored, and its answer has its place in the log. */
  async carryOut(row: Integration, incoming: Incoming): Promise<CommandOutcome> {
    const { log, malformed, clock } = this.#options;
    const origin = originOf(row);
    try {
      const epEui = parseEui(incoming.epEui);
      if (!epEui) {
        await malformed({ row, reason: 'no EUI', at: clock.now() });
        return 'malformed';
      }
      return await this.#judged({ row, origin, epEui, incoming });
    } catch (cause) {
      // Its answer could not be stored, or there is a mistake of ours: it can be done again.
      log.error({ err: cause, integration: row.uuid }, 'command not carried out');
      return 'later';
    }
  }

  async #judged(asked: CommandRequest): Promise<CommandOutcome> {
    const { row, origin } = asked;
    let ref: string | undefined;
    let isTaken = false;
    try {
      const isTooMany = this.#limit.take(row.uuid) > 0;
      if (isTooMany && origin !== 'http') return 'later';
      const body = bodyOf(asked.incoming.body);
      ref = refOf(body);
      // The target has to know which one to ask for again.
      if (isTooMany) throw fault('RateLimited');
      // The broker would give it to us again with each connection.
      if (asked.incoming.retained && ref === undefined)
        throw fault('MalformedRequest', { reason: 'retained without ref' });
      const act = asked.incoming.command === 'down' ? this.#send(asked, body, ref) : this.#revoke(asked, body);
      const answers = await act;
      isTaken = true;
      for (const answer of answers) await this.#answer(asked, answer);
      return 'stored';
    } catch (cause) {
      if (isTaken) {
        // Done once more it would be found by its reference, and be another downlink without one.
        if (ref !== undefined) throw cause;
        this.#options.log.error({ err: cause, integration: row.uuid }, 'command not answered');
        return 'stored';
      }
      if (!(cause instanceof Fault)) throw cause;
      if (RESTARTING.has(cause.fault) || (NOT_NOW.has(cause.fault) && origin !== 'http')) return 'later';
      if (cause.fault === QUEUE_FULL && origin === 'nats') return 'later';
      const { token } = catalog[cause.fault];
      const content = { token, message: messageOf(cause), ...(ref !== undefined && isShort(ref) && { ref }) };
      await this.#answer(asked, { event: 'downlink_rejected', content, again: false });
      return 'stored';
    }
  }

  async #send(
    { row, origin, epEui }: CommandRequest,
    body: Body,
    ref: string | undefined,
  ): Promise<readonly CommandAnswer[]> {
    const request = {
      ...{ ep_eui: epEui, ref: ref ?? '', ...downOf(body) },
      ...(ref !== undefined && { request_id: uuid5(row.uuid, ref) }),
    };
    const { downlink, deduplicated } = await this.#options.calls.send(request, callerOf(row, origin));
    const { queId, expiresAt } = downlink;
    const content = { queId, ...(ref !== undefined && { ref }), expiresAt: new Date(expiresAt).toISOString() };
    return [{ event: 'downlink_queued', content, again: deduplicated }];
  }

  /** What becomes of those that are revoked is told when it happens. */
  async #revoke({ row, origin, epEui }: CommandRequest, body: Body): Promise<readonly CommandAnswer[]> {
    const { calls } = this.#options;
    const by = callerOf(row, origin);
    const which = revokedOf(body);
    if ('ref' in which) {
      const { ref } = which;
      const found = await calls.unfinished({ ep_eui: epEui, ref, page_size: MAX_FOUND }, by);
      if (found.length === 0) throw fault('DownlinkNotFound', { ref });
      let finished: unknown;
      let revoked = 0;
      for (const { queId } of found) {
        try {
          await calls.revoke({ ep_eui: epEui, que_id: String(queId) }, by);
          revoked++;
        } catch (cause) {
          if (!(cause instanceof Fault) || cause.fault !== 'DownlinkAlreadyFinished') throw cause;
          finished = cause;
        }
      }
      if (revoked === 0) throw finished;
      return [];
    }
    if ('all' in which) {
      const revoked = await calls.revoke({ ep_eui: epEui, all: true }, by);
      if (revoked.length === 0) throw fault('DownlinkNotFound');
      return [];
    }
    const { queId } = which;
    try {
      await calls.revoke({ ep_eui: epEui, que_id: queId }, by);
      return [];
    } catch (cause) {
      // Asked for once more, since the answer was not heard.
      if (!(cause instanceof Fault) || cause.about.status !== 'revoked') throw cause;
      return [{ event: 'downlink_result', content: { queId: Number(queId), result: 'revoked' }, again: true }];
    }
  }

  #answer({ row, origin, epEui }: CommandRequest, said: CommandAnswer): Promise<void> {
    const { answer, clock } = this.#options;
    return answer({ integration: row.id, origin, epEui, at: clock.now(), ...said });
  }
}

interface CommandRequest {
  readonly row: Integration;
  readonly origin: Origin;
  readonly epEui: Eui;
  readonly incoming: Incoming;
}

type CommandAnswer = Pick<Answer, 'event' | 'content' | 'again'>;

function originOf({ kind }: Integration): Origin {
  return kind === 'mqtt' || kind === 'nats' ? kind : 'http';
}

function callerOf({ org, organizationId, uuid, name }: Integration, origin: Origin): Caller {
  return { org, organizationId, origin, integrationId: uuid, integrationName: name };
}

const isShort = (ref: string): boolean => Buffer.byteLength(ref) <= MAX_REF_BYTES;

/** The sentence of a fault, and what it is about, without the token in front. */
function messageOf(cause: Fault): string {
  const { text } = catalog[cause.fault];
  const about = Object.entries(cause.about).map(([name, value]) => `${name} ${value}`);
  return about.length > 0 ? `${text}: ${about.join(', ')}` : text;
}
