import { randomBytes } from 'node:crypto';
import type { Domain, Store } from '../../src/domain/domain.ts';
import type { DownlinkContent } from '../../src/domain/downlink/content.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { HOUR_MS, SECOND_MS } from '../../src/kit/units.ts';
import { momentAt } from './time.ts';

type Step<F extends (...args: never[]) => unknown> = (...args: Parameters<F>) => ReturnType<F> | Promise<ReturnType<F>>;

/** The store functions through which a downlink comes to its end. */
interface Steps {
  readonly begin: Step<Domain['sessions']['begin']>;
  readonly queue: Step<Domain['downlinks']['queue']>;
  readonly result: Step<Domain['downlinks']['result']>;
  readonly refused: Step<Domain['downlinks']['refused']>;
  readonly revoke: Step<Domain['downlinks']['revoke']>;
  readonly revoked: Step<Domain['downlinks']['revoked']>;
  readonly expire: Step<Domain['downlinks']['expire']>;
}

export interface Ending {
  readonly epEui: Eui;
  /** Row ids. */
  readonly endpoint: number;
  readonly station: number;
  readonly org?: number;
  /** `refused`: for good, so that it is invalid. `overdue`: its lifetime ends while the station has it. */
  readonly how: 'sent' | 'expired' | 'invalid' | 'revoked' | 'refused' | 'overdue';
  /** Milliseconds. */
  readonly at: number;
  /** With `sent`. */
  readonly txTime?: bigint;
  readonly packetCnt?: number;
  readonly content?: Partial<DownlinkContent>;
}

const NO_EXEC = 22;

export function stepsOf({ write }: Pick<Store, 'write'>): Steps {
  return {
    begin: session => write.sessions.begin(session),
    queue: asked => write.downlinks.queue(asked),
    result: report => write.downlinks.result(report),
    refused: refusal => write.downlinks.refused(refusal),
    revoke: (asked, by, at) => write.downlinks.revoke(asked, by, at),
    revoked: answer => write.downlinks.revoked(answer),
    expire: now => write.downlinks.expire(now),
  };
}

/** Hands downlinks to stations and reports at once what became of them. */
export class DownlinkEndings {
  readonly #steps: Steps;
  readonly #sessions = new Map<number, { readonly id: number; operations: number }>();

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** @returns the queue id; downlinks of one endpoint come to their end one after the other */
  async end({ epEui, endpoint, station, org = 1, how, at, txTime, packetCnt, content }: Ending): Promise<number> {
    const steps = this.#steps;
    const before = at - SECOND_MS;
    const session = await this.#session(station, before);
    const { queId } = await steps.queue({
      org,
      endpoint,
      ref: '',
      source: 'api',
      createdBy: 'operator',
      requestId: undefined,
      limit: 100,
      at: before,
      content: {
        userData: [Uint8Array.of(1)],
        packetCnts: undefined,
        format: 0,
        prio: 0,
        responseExp: false,
        responsePrio: false,
        dlWindReq: false,
        expOnly: false,
        dlRxStatQry: false,
        ...content,
      },
      expiresAt: how === 'overdue' ? at : at + HOUR_MS,
      handTo: station,
    });
    session.operations++;
    const answer = () => ({ session: session.id, station, opId: -session.operations, at });
    if (how === 'refused') await steps.refused({ ...answer(), code: NO_EXEC, text: 'no' });
    else if (how === 'revoked') {
      await steps.revoke({ org, endpoint, queId }, { actor: '', origin: 'api' }, at);
      session.operations++;
      await steps.revoked(answer());
    } else if (how === 'overdue') {
      await steps.expire(momentAt(at));
      // The station that holds it gets a revocation, which takes an operation id.
      session.operations++;
    } else {
      const progress = { session: session.id, lastBs: 0, doneBs: 0 };
      const about = { station, bsEui: epEui, epEui, queId: BigInt(queId), result: how, progress, at };
      await steps.result({ ...about, txTime, packetCnt });
    }
    return queId;
  }

  async #session(station: number, at: number) {
    const known = this.#sessions.get(station);
    if (known) return known;
    const id = await this.#steps.begin({
      station,
      snBsUuid: randomBytes(16),
      snScUuid: randomBytes(16),
      greeting: {
        vendor: '',
        model: '',
        name: '',
        swVersion: '',
        info: undefined,
        position: undefined,
        bidi: true,
        version: '1.0.0',
        remoteAddress: '',
      },
      at,
    });
    const session = { id, operations: 0 };
    this.#sessions.set(station, session);
    return session;
  }
}
