import type { AttachOrigin } from '../../domain/attach/attach-records.ts';
import { shortAddress as addressOf } from '../../domain/attach/session-key.ts';
import type { Store } from '../../domain/domain.ts';
import type { Requester } from '../../domain/event/acting.ts';
import type { SenderRow } from '../../domain/transmission/transmission-store.ts';
import type { Eui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { acting } from '../call/actor.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { type SendingStations, type ServingStation, servingStation } from '../call/serving.ts';
import { type Wait, waitOf, waitSeconds } from '../call/waiting.ts';
import { eui, hexKey, number, shortAddress, text } from '../checks.ts';
import { openKey } from '../endpoint-keys.ts';
import { findEndpoint, findStationId } from '../find.ts';
import { type Check, fields, optional } from '../input.ts';

/** An uplink to transmit, as `ulDataTx` has it (BSSCI 13). */
export interface Transmission {
  /** Row id. */
  readonly endpoint: number;
  readonly message: {
    readonly epEui: Eui;
    readonly nwkSnKey: Uint8Array;
    readonly shAddr: number;
    readonly packetCnt: number;
    readonly userData: Uint8Array;
    readonly profile?: string | undefined;
    readonly format?: number | undefined;
  };
  /** Uuid of its row in the timeline. */
  readonly operationId: string;
  readonly origin: AttachOrigin;
}

export interface Transmitted {
  readonly opId: number;
  readonly status: 'sent' | 'completed';
  readonly message: string;
}

/** How a station is made to transmit. */
export interface TransmitControl {
  /** @throws fault `BaseStationOffline` when the station is not connected, or no longer */
  transmit(target: ServingStation, transmission: Transmission, wait: Wait, by: Requester): Promise<Transmitted>;
}

/** Bytes of a telegram (BSSCI 13). */
const MAX_USER_DATA = 200;
const MAX_PACKET_COUNTER = 0xffff_ffff;
const MAX_FORMAT = 255;
const MAX_PROFILE = 64;

type Maybe<T> = T | null | undefined;

const userData: Check<Maybe<Uint8Array>, Uint8Array> = (wire, at) => {
  const bytes = wire ?? new Uint8Array();
  if (bytes.length > MAX_USER_DATA) at.refuse('range', 'ULTransmitPayloadTooLarge', { limit: MAX_USER_DATA });
  return bytes;
};

/** A counter by default would be the endpoint's own next one, and its telegram a duplicate then (BSSCI 13). */
const packetCnt: Check<Maybe<number>, number> = (wire, at) => {
  if (wire === undefined || wire === null) return at.refuse('presence', 'InvalidArgument', { reason: 'no value' });
  return number(0, MAX_PACKET_COUNTER)(wire, at);
};

/** Uplinks that a station transmits for an endpoint (platform API 6). */
export function ulTransmits({
  store,
  clock,
  sealer,
  stations,
  control,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly stations: SendingStations;
  readonly control: TransmitControl;
}): readonly Row[] {
  const serving = async (endpoint: ReturnType<typeof findEndpoint>, call: Call): Promise<ServingStation> => {
    const station = await servingStation({ store, stations }, call, endpoint);
    if (!station) throw fault('BaseStationOffline', { ep_eui: endpoint.eui });
    return station;
  };
  const named = (bs_eui: Eui, call: Call) => ({ station: findStationId(store, call, bs_eui), bsEui: bs_eui });

  return [
    rpc('SendULTransmit', {
      access: 'org',
      needs: 'B&E',
      scope: 'basestations:write&endpoints:write',
      input: fields({
        ep_eui: eui,
        user_data: userData,
        packet_cnt: packetCnt,
        nwk_sn_key: hexKey,
        sh_addr: shortAddress,
        profile: text(MAX_PROFILE),
        format: (wire: Maybe<number>, at) => number(0, MAX_FORMAT)(wire ?? 0, at),
        bs_eui: optional(eui),
        wait_seconds: waitSeconds(0),
      }),
      waitSeconds: ({ wait_seconds }) => wait_seconds,
      async handle({ ep_eui, bs_eui, wait_seconds, ...given }, call) {
        const endpoint = findEndpoint(store, call, ep_eui);
        const sender = senderOf(store, endpoint);
        const nwkSnKey = given.nwk_sn_key ?? storedKey(sealer, ep_eui, sender);
        const target = bs_eui === undefined ? await serving(endpoint, call) : named(bs_eui, call);
        const by = acting(call, clock);
        const operationId = uuid7(by.now);
        const message = {
          epEui: ep_eui,
          nwkSnKey,
          shAddr: given.sh_addr ?? storedAddress(ep_eui, sender),
          packetCnt: given.packet_cnt,
          userData: given.user_data,
          ...(given.profile !== '' && { profile: given.profile }),
          ...(given.format !== 0 && { format: given.format }),
        };
        const transmission = { endpoint: endpoint.id, message, operationId, origin: 'api' } as const;
        const { opId, ...ended } = await control.transmit(target, transmission, waitOf(wait_seconds, call), by);
        return { operation_id: operationId, bs_eui: target.bsEui, op_id: opId, ...ended };
      },
    }),
  ];
}

function senderOf(store: Store, { id, eui: ep_eui }: { id: number; eui: string }): SenderRow {
  const sender = store.read.ulTransmits.sender(id);
  if (!sender) throw fault('EndPointNotFound', { ep_eui });
  return sender;
}

/** The session key; that of an endpoint which is attached without a telegram is its network key (BSSCI 9.6). */
function storedKey(sealer: Sealer, ep_eui: Eui, sender: SenderRow): Uint8Array {
  const { nwk_sn_key, nwk_key, attach_origin, pre_attach } = sender;
  if (nwk_sn_key) return openKey(sealer, ep_eui, 'nwk_sn_key', nwk_sn_key);
  const byDecision = attach_origin === null ? pre_attach !== 0 : attach_origin !== 'over_the_air';
  if (!nwk_key || !byDecision) throw fault('ULTransmitKeyRequired', { ep_eui });
  return openKey(sealer, ep_eui, 'nwk_key', nwk_key);
}

function storedAddress(ep_eui: Eui, { attach_origin, attach_sh_addr, sh_addr }: SenderRow): number {
  return addressOf(ep_eui, attach_origin === 'over_the_air' ? attach_sh_addr : null, sh_addr);
}
