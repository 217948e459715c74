import { background, impossible } from '../../kit/background.ts';
import type { MessageType } from '../../protocol/fields.ts';
import type { Behaviour } from './behaviour.ts';
import type { Line } from './line.ts';
import type { LoggedFrame } from './mailbox.ts';
import type { PeerRules } from './rules.ts';

/** The peer that sends, as far as it is needed. */
export interface SenderOptions {
  readonly line: Line;
  readonly rules: PeerRules;
  /** May change with the next message. */
  behaviour(): Behaviour;
  frame(command: string, opId: number | bigint, type: MessageType<unknown>, msg: object): Buffer;
  log(frame: LoggedFrame): void;
}

/** The way out of a peer's messages, as its behaviour has them. */
export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** @returns whether the message left; also when the connection ends with it */
  send(command: string, opId: number, type: MessageType<unknown>, msg: object): boolean {
    const { line } = this.#options;
    const behaviour = this.#options.behaviour();
    if (behaviour.cutBefore?.includes(command)) {
      this.end();
      return false;
    }
    if (this.#withheld(command, behaviour)) return false;
    const id = behaviour.ids?.(command, opId) ?? opId;
    const name = behaviour.names?.(command, opId) ?? command;
    const bytes = this.#options.frame(name, id, type, msg);
    const { epEui } = msg as Pick<LoggedFrame, 'epEui'>;
    for (let copies = 1 + (behaviour.repeat?.[command] ?? 0); copies > 0; copies--) {
      this.#options.log({ direction: 'out', command: name, opId: Number(id), epEui, bytes });
      line.send(bytes, behaviour);
    }
    if (behaviour.cutAfter?.includes(command)) {
      if (behaviour.cutByReset) this.end();
      // What was written is to arrive.
      else background(line.close(), impossible);
    }
    return true;
  }

  /** Ends the connection as the behaviour wants it. */
  end(): void {
    const { behaviour, line } = this.#options;
    background(behaviour().cutByReset ? line.reset() : line.cut(), impossible);
  }

  #withheld(command: string, { withhold, withholdCmp, withholdRsp }: Behaviour): boolean {
    if (withhold?.includes(command)) return true;
    if (command === 'conCmp') return false;
    const role = this.#options.rules.commands.get(command)?.role;
    return (role === 'cmp' && withholdCmp === true) || (role === 'rsp' && withholdRsp === true);
  }
}
