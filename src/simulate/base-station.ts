import type { Bssci } from '../bssci/operations.ts';
import { type Eui, parseEui } from '../kit/eui.ts';
import { type Answering, type Answers, workingAnswers } from './answers.ts';
import { CenterOperations } from './center-operations.ts';
import type { Dialect } from './dialect.ts';
import type { Behaviour } from './peer/behaviour.ts';
import { ConnectionLost, type Sockets } from './peer/line.ts';
import { type AgreedSession, type PeerOptions, SimulatedPeer } from './peer/peer.ts';
import { StationSession } from './station-session.ts';
import { type Request, stationRules } from './table.ts';
import { type DownlinkEvent, type Transmission, Transmitter } from './transmitter.ts';
import { macAnswers } from './variable-mac.ts';

export interface StationOptions extends PeerOptions<StationSession> {
  readonly bsEui: string;
  /** Further fields of `con`, and other values for the usual ones. */
  readonly con?: Partial<Request<'con'>>;
  readonly dialect?: Dialect;
  /** Answers that differ from those of a working station. */
  readonly answers?: Partial<Answers>;
  /** Types of the variable MAC that the station offers; none by default (BSSCI appendix A). */
  readonly macTypes?: readonly number[];
  /** Called for everything that happens to a downlink. */
  readonly onDownlink?: (event: DownlinkEvent) => void;
}

/**
 * A base station without radio: the client side of BSSCI over real TLS, driven by code. It answers by itself what the
 * service center starts, and with a `dialect` it does so badly on purpose.
 */
export class SimulatedStation extends SimulatedPeer<Bssci, StationSession> {
  readonly bsEui: Eui;
  /** May be changed at any time; counts from the next message on. */
  dialect: Dialect;
  protected override readonly incoming: CenterOperations;
  readonly #con: Partial<Request<'con'>>;
  readonly #transmitter: Transmitter;

  protected constructor(options: StationOptions, bsEui: Eui, sockets: Sockets) {
    const { session = new StationSession(), dialect = {}, con = {}, macTypes = [], answers, onDownlink } = options;
    super(options, { rules: stationRules, session, sockets });
    this.bsEui = bsEui;
    this.dialect = dialect;
    this.#con = con;
    this.#transmitter = this.#newTransmitter(onDownlink);
    this.incoming = new CenterOperations(this.operationOptions(), {
      answers: { ...workingAnswers, ...macAnswers(macTypes), ...answers },
      answering: () => this.#answering(),
    });
  }

  /**
   * Opens the connection and carries out the connect operation. On a resume it then repeats what was unanswered.
   * @throws ProtocolError when the service center refuses with `error`
   * @throws ConnectionLost when the connection or the TLS handshake fails
   */
  static async connect(options: StationOptions): Promise<SimulatedStation> {
    const bsEui = parseEui(options.bsEui);
    if (!bsEui) throw new RangeError(`not an EUI: ${options.bsEui}`);
    return SimulatedStation.dial(options, options.dialect?.stall, sockets => {
      return new SimulatedStation(options, bsEui, sockets);
    });
  }

  /** The station's own idea of the time. */
  nowNs = (): bigint => this.clock.nowNs() + (this.dialect.clockOffsetNs ?? 0n);

  /**
   * Reports an uplink as a station with a radio does: once it is answered, what fits its window is sent and reported.
   * @param opId an id other than the next one
   * @returns what was sent
   * @throws as `start` does
   */
  async hear(uplink: Request<'ulData'>, opId?: number): Promise<Transmission | undefined> {
    const window = this.#transmitter.open(uplink);
    try {
      await this.start('ulData', uplink, opId);
    } catch (error) {
      this.#transmitter.close(window);
      throw error;
    }
    return this.#transmitter.use(window);
  }

  /** Resolves when the service center has answered every report about a downlink that has left. */
  reported(): Promise<void> {
    return this.#transmitter.reported();
  }

  /** Takes a downlink from the queue and reports what a test says became of it. */
  async report(queId: number, result: 'sent' | 'expired' | 'invalid', packetCnt = 0): Promise<void> {
    const downlink = this.session.downlinks.get(queId);
    if (!downlink) throw new Error(`no downlink ${queId} is queued`);
    this.session.downlinks.delete(queId);
    const window = result === 'sent' ? { txTime: this.nowNs(), packetCnt } : {};
    await this.start('dlDataRes', { epEui: downlink.epEui, queId: BigInt(queId), result, ...window });
  }

  protected override get behaviour(): Behaviour {
    return this.dialect;
  }

  protected override con(): Request<'con'> {
    const { session } = this;
    return {
      version: '1.0.0',
      bsEui: this.bsEui,
      vendor: 'Waystation',
      model: 'simulated',
      bidi: true,
      snBsUuid: session.snBsUuid,
      snBsOpId: BigInt(session.answeredBs),
      snScOpId: BigInt(session.lastSc),
      ...this.#con,
    };
  }

  protected override agree(agreed: AgreedSession): boolean {
    if (!agreed.snResume) this.#transmitter.drop();
    return super.agree(agreed);
  }

  protected override over(): void {
    this.#transmitter.stop();
  }

  #answering(): Answering {
    const { session, nowNs, dialect, clock } = this;
    return { session, nowNs, dialect, clock, bidi: this.#con.bidi ?? true, transmitter: this.#transmitter };
  }

  #newTransmitter(onDownlink: StationOptions['onDownlink']): Transmitter {
    const { bsEui, session, nowNs } = this;
    return new Transmitter(() => this.dialect.downlinks ?? {}, {
      bsEui,
      session,
      nowNs,
      clock: this.clock,
      onDownlink: event => onDownlink?.(event),
      report: async result => {
        try {
          await this.start('dlDataRes', result);
        } catch (error) {
          // The next resume repeats it.
          if (error instanceof ConnectionLost) return;
          this.complain(`the result of downlink ${result.queId} was refused: ${(error as Error).message}`);
        }
      },
    });
  }
}
