import type { Store } from '../domain/domain.ts';
import type { MacReport } from '../domain/uplink/receive.ts';
import type { Outcome } from '../protocol/own-operations.ts';
import type { PeerCall } from '../protocol/peer-operations.ts';
import { notOffered, type VmUlDataMessage } from './operations.ts';
import type { StationSession } from './session.ts';

/** What a station does not offer, as it said in this session. */
interface Refused {
  readonly session: number;
  /** It does not know the extension at all. */
  all: boolean;
  readonly types: Set<number>;
}

/** Has stations receive the configured types of foreign MAC (BSSCI appendix A). What is active beyond them stays so. */
export class VariableMac {
  readonly #types: ReadonlySet<number>;
  readonly #sessions: Pick<Store['write']['sessions'], 'macTypes'>;
  /** By station. */
  readonly #refused = new Map<number, Refused>();

  constructor(types: readonly number[], sessions: Pick<Store['write']['sessions'], 'macTypes'>) {
    this.#types = new Set(types);
    this.#sessions = sessions;
  }

  /** Whether any type is configured: else the extension is not spoken. */
  get on(): boolean {
    return this.#types.size > 0;
  }

  /** For a station that has just connected: asks what is active and activates what is missing. Never rejects. */
  async activate(session: StationSession): Promise<void> {
    if (!this.on) return;
    try {
      await this.#activate(session);
    } catch (cause) {
      if (!session.over) session.log.error({ err: cause }, 'MAC types not activated');
    }
  }

  async #activate(session: StationSession): Promise<void> {
    const refused = this.#refusedBy(session);
    if (refused.all) return;
    const status = await (await session.start('vm.status', {}))?.outcome;
    refused.all = lacking(status);
    if (refused.all) await this.#sessions.macTypes(session.station, []);
    if (status?.kind !== 'answered') return;
    const active = new Set(status.response.macTypes);
    const known = active.size;
    await this.#sessions.macTypes(session.station, [...active]);
    for (const macType of this.#types) {
      if (active.has(macType) || refused.types.has(macType)) continue;
      const outcome = await (await session.start('vm.activate', { macType }))?.outcome;
      if (outcome?.kind === 'answered') active.add(macType);
      else if (lacking(outcome)) refused.types.add(macType);
    }
    if (active.size > known) await this.#sessions.macTypes(session.station, [...active]);
  }

  #refusedBy({ station, session }: StationSession): Refused {
    const known = this.#refused.get(station);
    if (known?.session === session) return known;
    const refused = { session, all: false, types: new Set<number>() };
    this.#refused.set(station, refused);
    return refused;
  }
}

function lacking(outcome: Outcome<unknown> | undefined): boolean {
  return outcome?.kind === 'refused' && notOffered(outcome.code);
}

/** A telegram of a foreign MAC as the domain sees it. @param arrivedAt milliseconds */
export function macReport(
  message: VmUlDataMessage,
  call: PeerCall,
  session: StationSession,
  arrivedAt: number,
): MacReport {
  const { macType, userData, sysTime: rxTime, snr, rssi, eqSnr, subpackets, crc } = message;
  const [header = 0, payload = 0] = crc;
  return {
    macType,
    userData,
    crc: header * 256 + payload,
    reception: { station: session.station, opId: call.opId, rxTime, snr, rssi, eqSnr, subpackets },
    progress: session.progress(call),
    arrivedAt,
  };
}
