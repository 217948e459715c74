import type { MessageType } from '../protocol/fields.ts';
import { headed } from '../protocol/frames.ts';
import { JsonFrames } from '../protocol/json.ts';
import { MsgPackWriter } from '../protocol/writer.ts';
import type { Conduct } from './application-conduct.ts';
import type { ApplicationLine } from './application-line.ts';
import { applicationCommands, IDENTIFIER } from './application-table.ts';
import { changesEncoding, encodeFrame, encodeInDialect } from './dialect.ts';
import type { LoggedFrame } from './mailbox.ts';

/** Whose conduct counts: it may be changed between two messages. */
export interface Conducted {
  readonly conduct: Conduct;
}

/** The way out of an application center's messages, as its conduct has them. */
export class ApplicationSender {
  readonly #line: ApplicationLine;
  readonly #center: Conducted;
  readonly #log: (frame: LoggedFrame) => void;
  readonly #writer = new MsgPackWriter();
  readonly #json = new JsonFrames(IDENTIFIER);

  constructor(line: ApplicationLine, center: Conducted, log: (frame: LoggedFrame) => void) {
    this.#line = line;
    this.#center = center;
    this.#log = log;
  }

  /** @returns whether the message left; also when the connection ends with it */
  send(command: string, opId: number, type: MessageType<unknown>, msg: object): boolean {
    const { conduct } = this.#center;
    if (conduct.cutBefore?.includes(command)) {
      this.end();
      return false;
    }
    if (this.#withheld(command)) return false;
    const id = conduct.ids?.(command, opId) ?? opId;
    const name = conduct.names?.(command, opId) ?? command;
    const frame = this.#frame(name, id, type, msg);
    const { epEui } = msg as Pick<LoggedFrame, 'epEui'>;
    for (let copies = 1 + (conduct.repeat?.[command] ?? 0); copies > 0; copies--) {
      this.#log({ direction: 'out', command: name, opId: Number(id), epEui, bytes: frame });
      this.#line.send(frame, conduct);
    }
    if (conduct.cutAfter?.includes(command)) {
      if (conduct.cutByReset) this.end();
      // What was written is to arrive.
      else void this.#line.close();
    }
    return true;
  }

  /** Ends the connection as the conduct wants it. */
  end(): void {
    if (this.#center.conduct.cutByReset) void this.#line.reset();
    else void this.#line.cut();
  }

  #frame(command: string, opId: number | bigint, type: MessageType<unknown>, msg: object): Buffer {
    const { conduct } = this.#center;
    if (conduct.json) return this.#json.message(command, Number(opId), type, msg);
    const frame = changesEncoding(conduct)
      ? encodeInDialect(conduct, command, opId, type, msg)
      : encodeFrame(this.#writer, command, opId, type, msg);
    return headed(frame, IDENTIFIER);
  }

  #withheld(command: string): boolean {
    const { withhold, withholdCmp, withholdRsp } = this.#center.conduct;
    if (withhold?.includes(command)) return true;
    if (command === 'conCmp') return false;
    const role = applicationCommands.get(command)?.role;
    return (role === 'cmp' && withholdCmp === true) || (role === 'rsp' && withholdRsp === true);
  }
}
