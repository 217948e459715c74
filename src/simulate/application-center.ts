import { type Eui, parseEui } from '../kit/eui.ts';
import type { MessageType } from '../protocol/fields.ts';
import { isJson, JsonFrames, readJson } from '../protocol/json.ts';
import type { Scaci } from '../scaci/operations.ts';
import { ApplicationAnswers, type Arrival } from './application-answers.ts';
import type { Conduct } from './application-conduct.ts';
import { ApplicationSession } from './application-session.ts';
import { applicationRules, type Request } from './application-table.ts';
import { objectionsTo } from './conformity.ts';
import type { Behaviour } from './peer/behaviour.ts';
import { type ConnectionEnd, ConnectionLost, type Sockets } from './peer/line.ts';
import { type AgreedSession, type PeerOptions, SimulatedPeer } from './peer/peer.ts';
import type { Fields } from './peer/rules.ts';

export interface ApplicationOptions extends PeerOptions<ApplicationSession> {
  readonly acEui: string;
  /** Further fields of `con`, and other values for the usual ones. */
  readonly con?: Partial<Request<'con'>>;
  readonly conduct?: Conduct;
  /** Takes over what the service center starts, each request once and before it is answered; a ProtocolError thrown becomes `error`. */
  readonly take?: (arrival: Arrival) => void;
  /** Called at once when the service center does something against the rules. */
  readonly onComplaint?: (about: string) => void;
}

/**
 * One connection of an application center: the client side of SCACI over real TLS, driven by code. It answers by itself
 * what the service center starts, and with a `conduct` it does so badly on purpose.
 */
export class SimulatedApplicationCenter extends SimulatedPeer<Scaci, ApplicationSession> {
  readonly acEui: Eui;
  /** May be changed at any time; counts from the next message on. */
  conduct: Conduct;
  protected override readonly incoming: ApplicationAnswers;
  readonly #con: Partial<Request<'con'>>;
  readonly #onComplaint: ((about: string) => void) | undefined;
  readonly #frames = new JsonFrames(applicationRules.identifier);
  /** The encoding of `con`, which counts for the whole connection (SCACI 3.1). */
  readonly #json: boolean;
  #asksToResume = false;
  #active = false;

  private constructor(options: ApplicationOptions, acEui: Eui, sockets: Sockets) {
    const { session = new ApplicationSession(), conduct = {}, con = {} } = options;
    super(options, { rules: applicationRules, session, sockets });
    this.acEui = acEui;
    this.conduct = conduct;
    this.#con = con;
    this.#onComplaint = options.onComplaint;
    this.#json = conduct.json === true;
    this.incoming = new ApplicationAnswers(this.operationOptions(), arrival => options.take?.(arrival));
  }

  /**
   * Opens the connection and carries out the connect operation. On a resume it then repeats what was unanswered.
   * @throws ProtocolError when the service center refuses with `error`
   * @throws ConnectionLost when the connection or the TLS handshake fails
   */
  static async connect(options: ApplicationOptions): Promise<SimulatedApplicationCenter> {
    const acEui = parseEui(options.acEui);
    if (!acEui) throw new RangeError(`not an EUI: ${options.acEui}`);
    return SimulatedApplicationCenter.dial(options, options.conduct?.stall, sockets => {
      return new SimulatedApplicationCenter(options, acEui, sockets);
    });
  }

  /** Answers a request of the service center that is open, for example one whose answer was withheld. */
  answer(opId: number): void {
    this.incoming.answer(opId);
  }

  /** Ends the connection with a TCP reset. */
  reset(): Promise<ConnectionEnd> {
    return this.line.reset();
  }

  protected override get behaviour(): Behaviour {
    return this.conduct;
  }

  protected override con(): Request<'con'> {
    const { snAcUuid, snScUuid, answeredAc, lastSc } = this.session;
    const con = {
      version: '1.0.0',
      acEui: this.acEui,
      vendor: 'Waystation',
      model: 'simulated',
      snAcUuid,
      ...(snScUuid && { snAcOpId: BigInt(answeredAc), snScOpId: BigInt(lastSc) }),
      ...this.#con,
    };
    this.#asksToResume = con.snAcOpId !== undefined;
    return con;
  }

  protected override agree(agreed: AgreedSession): boolean {
    if (agreed.snResume && !this.#asksToResume) this.complain('resumed without being asked to');
    this.#active = super.agree(agreed);
    if (this.#active) return true;
    this.session.giveUp();
    throw new ConnectionLost(new Error('resumed under another snScUuid'));
  }

  protected override frame(command: string, opId: number | bigint, type: MessageType<unknown>, msg: object): Buffer {
    return this.conduct.json
      ? this.#frames.message(command, Number(opId), type, msg)
      : super.frame(command, opId, type, msg);
  }

  protected override parse(payload: Buffer): Fields {
    const json = isJson(payload);
    const map = json ? readJson(payload) : super.parse(payload);
    if (json !== this.#json) this.complain(`${map.command} ${map.opId} is not in the encoding of con`);
    return map;
  }

  protected override review(command: string, opId: number, map: Fields): void {
    for (const objection of objectionsTo(command, map)) this.complain(`${command} ${opId}: ${objection}`);
    const role = applicationRules.commands.get(command)?.role;
    if (role === 'cmp' && !this.session.given.has(opId)) this.complain(`${command} ${opId} completes nothing`);
    if (role === 'req' && !this.#active) this.complain(`${command} ${opId} came before conCmp`);
  }

  protected override complain(about: string): void {
    super.complain(about);
    this.#onComplaint?.(about);
  }
}
