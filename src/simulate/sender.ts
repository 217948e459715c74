import { type MessageType, message } from '../protocol/fields.ts';
import { MsgPackWriter } from '../protocol/writer.ts';
import { changesEncoding, type Dialect, encodeFrame, encodeInDialect } from './dialect.ts';
import type { Line } from './line.ts';
import type { LoggedFrame } from './mailbox.ts';
import { stationCommands } from './table.ts';

/** The message of operations that carry nothing but their id. */
export const Empty = message({});

/** Whose dialect counts: it may be changed between two messages. */
export interface Speaking {
  readonly dialect: Dialect;
}

/** The way out of a station's messages, in its dialect. */
export class Sender {
  readonly #line: Line;
  readonly #station: Speaking;
  readonly #log: (frame: LoggedFrame) => void;
  readonly #writer = new MsgPackWriter();

  constructor(line: Line, station: Speaking, log: (frame: LoggedFrame) => void) {
    this.#line = line;
    this.#station = station;
    this.#log = log;
  }

  /** @returns whether the message left; also when the connection ends with it */
  send(command: string, opId: number, type: MessageType<unknown>, msg: object): boolean {
    const { dialect } = this.#station;
    if (dialect.cutBefore?.includes(command)) {
      void this.#line.cut();
      return false;
    }
    if (this.#withheld(command)) return false;
    const id = dialect.ids?.(command, opId) ?? opId;
    const frame = changesEncoding(dialect)
      ? encodeInDialect(dialect, command, id, type, msg)
      : encodeFrame(this.#writer, command, id, type, msg);
    const { epEui } = msg as Pick<LoggedFrame, 'epEui'>;
    this.#log({ direction: 'out', command, opId: Number(id), epEui, bytes: frame });
    this.#line.send(frame, dialect);
    if (dialect.cutAfter?.includes(command)) void this.#line.close();
    return true;
  }

  #withheld(command: string): boolean {
    const { withhold, withholdCmp, withholdRsp } = this.#station.dialect;
    if (withhold?.includes(command)) return true;
    if (command === 'conCmp') return false;
    const role = stationCommands.get(command)?.role;
    return (role === 'cmp' && withholdCmp === true) || (role === 'rsp' && withholdRsp === true);
  }
}
