import {
  anyMap,
  bool,
  unsignedEui as eui,
  f32,
  f64,
  geo,
  i64,
  list,
  type MessageOf,
  message,
  nested,
  octets,
  opt,
  str,
  timeNs,
  u8,
  u16,
  u32,
  u64,
  word,
} from '../protocol/fields.ts';
import { op } from '../protocol/operations.ts';

/** Bytes of one entry of user data, both directions (SCACI 12). */
export const MAX_USER_DATA = 200;
/** Entries of one dlDataQue; the protocol states none, and a base station takes no more (BSSCI 17). */
export const MAX_DOWNLINK_ENTRIES = 64;
/** Bounds on what we send, which the field types ask for: more base stations and sub-packets than there ever are. */
const MANY = 65_536;

const key = octets(16);
const uuid = octets(16);
const Empty = message({});
const numbers = list(f64, 0, MANY);
/** Single precision, written as float64 like all numbers of this protocol (SCACI 3.2). */
const priority = { ...f32, write: f64.write };

const Subpackets = message({ snr: numbers, rssi: numbers, frequency: numbers, phase: opt(numbers) });
const flags = { dualChan: bool, repetition: bool, wideCarrOff: bool, longBlkDist: bool };

const Con = message(
  {
    version: str,
    acEui: eui,
    vendor: opt(str),
    model: opt(str),
    name: opt(str),
    swVersion: opt(str),
    info: opt(anyMap),
    snAcUuid: uuid,
    snAcOpId: opt(i64),
    snScOpId: opt(i64),
  },
  ({ snAcUuid, snAcOpId, snScOpId }) => {
    if (snAcUuid.every(byte => byte === 0)) return 'snAcUuid is all zero';
    return (snAcOpId === undefined) === (snScOpId === undefined) ? undefined : 'snAcOpId and snScOpId come together';
  },
);
const ConRsp = message({
  version: str,
  scEui: eui,
  vendor: opt(str),
  model: opt(str),
  name: opt(str),
  swVersion: opt(str),
  snResume: bool,
  snScUuid: uuid,
});
const StationStatus = message({
  eui,
  bidi: opt(bool),
  code: opt(u32),
  message: opt(str),
  geoLocation: opt(geo),
  uptime: opt(i64),
  vendor: opt(str),
  model: opt(str),
  name: opt(str),
});
const StatusRsp = message({
  code: u32,
  message: str,
  time: i64,
  uptime: opt(i64),
  baseStations: opt(list(nested(StationStatus), 0, MANY)),
});
const Reg = message({
  epEui: eui,
  bidi: bool,
  preAttach: bool,
  nwkKey: key,
  shAddr: u16,
  attachCnt: u32,
  packetCnt: u32,
  ...flags,
});
const Dereg = message({ epEui: eui });
const Reception = message({
  bsEui: eui,
  rxTime: timeNs,
  rxDuration: opt(u64),
  snr: f64,
  rssi: f64,
  eqSnr: opt(f64),
  dlRxSnr: opt(f64),
  dlRxRssi: opt(f64),
  profile: opt(str),
  mode: opt(str),
  subpackets: opt(nested(Subpackets)),
});
const UlData = message({
  epEui: eui,
  baseStations: list(nested(Reception), 1, MANY),
  packetCnt: u32,
  userData: octets(0, MAX_USER_DATA),
  format: opt(u8),
  dlOpen: bool,
  responseExp: bool,
  dlAck: bool,
  duplicate: opt(bool),
});
const UlDataTx = message({
  bsEui: opt(eui),
  epEui: eui,
  nwkSnKey: key,
  shAddr: u16,
  packetCnt: u32,
  profile: opt(str),
  userData: octets(0, MAX_USER_DATA),
  format: opt(u8),
});
const Queue = message(
  {
    epEui: eui,
    queId: u64,
    cntDepend: bool,
    packetCnt: opt(list(u32, 0, MANY)),
    userData: list(octets(0, MAX_USER_DATA), 0, MANY),
    format: opt(u8),
    prio: opt(priority),
    responseExp: opt(bool),
    responsePrio: opt(bool),
    dlWindReq: opt(bool),
    expOnly: opt(bool),
    dlRxStatQry: opt(bool),
  },
  ({ cntDepend, packetCnt = [], userData }) => {
    if (!cntDepend) {
      if (userData.length > 1) return 'more than one entry without cntDepend';
      return packetCnt.length > 0 ? 'packetCnt without cntDepend' : undefined;
    }
    if (Math.max(userData.length, packetCnt.length) > MAX_DOWNLINK_ENTRIES) {
      return `more than ${MAX_DOWNLINK_ENTRIES} entries: a base station holds no more`;
    }
    if (packetCnt.length !== userData.length || packetCnt.length === 0)
      return 'packetCnt and userData differ in length';
    return new Set(packetCnt).size < packetCnt.length ? 'packetCnt has a counter twice' : undefined;
  },
);
/** A center in the field sends the single entry of a plain downlink by itself, and not in a list (SCACI 17, 20). */
const DlDataQue: typeof Queue = {
  ...Queue,
  read: map =>
    Queue.read(map.cntDepend === false && isBytes(map.userData) ? { ...map, userData: [map.userData] } : map),
};
const DlDataRev = message({ epEui: eui, packetCnt: u32 });
const DlDataRes = message({
  epEui: eui,
  queId: u64,
  result: word('sent', 'expired', 'invalid'),
  txTime: opt(timeNs),
  packetCnt: opt(u32),
  bsEui: opt(eui),
});
const EpStat = message({
  epEui: eui,
  epStatus: word('attached', 'detached'),
  attachCnt: opt(u32),
  nonce: opt(octets(4)),
  sign: opt(octets(4)),
  snr: opt(f64),
  rssi: opt(f64),
  eqSnr: opt(f64),
  subpackets: opt(nested(Subpackets)),
});

/** Every operation of SCACI 1.0.0 (section 5.2) as the service center sees it: `peer` is the application center. */
export const scaci = {
  con: op({ by: 'peer', phase: 'connect', req: Con, rsp: ConRsp }),
  ping: op({ by: 'either', req: Empty, rsp: Empty }),
  status: op({ by: 'peer', req: Empty, rsp: StatusRsp }),
  reg: op({ by: 'peer', req: Reg, rsp: Empty, completes: true }),
  dereg: op({ by: 'peer', req: Dereg, rsp: Empty, completes: true }),
  ulData: op({ by: 'us', req: UlData, rsp: Empty, held: true }),
  ulDataTx: op({ by: 'peer', req: UlDataTx, rsp: Empty }),
  dlDataQue: op({ by: 'peer', req: DlDataQue, rsp: Empty }),
  dlDataRev: op({ by: 'peer', req: DlDataRev, rsp: Empty }),
  // So the specification spells its answers, and only here.
  dlDataRes: op({
    by: 'us',
    req: DlDataRes,
    rsp: Empty,
    held: true,
    names: { rsp: 'txDataResRsp', cmp: 'txDataResCmp' },
  }),
  epStat: op({ by: 'us', req: EpStat, rsp: Empty, held: true }),
};

export type Scaci = typeof scaci;
type MessageOfType<T> = T extends { read(map: never): infer M } ? M : MessageOf<never>;
export type ConMessage = MessageOfType<typeof Con>;
export type RegMessage = MessageOfType<typeof Reg>;
export type UlDataMessage = MessageOfType<typeof UlData>;
export type ReceptionMessage = MessageOfType<typeof Reception>;
export type UlDataTxMessage = MessageOfType<typeof UlDataTx>;
export type DlDataQueMessage = MessageOfType<typeof DlDataQue>;
export type DlDataResMessage = MessageOfType<typeof DlDataRes>;
export type EpStatMessage = MessageOfType<typeof EpStat>;
export type StatusRspMessage = MessageOfType<typeof StatusRsp>;

/** Bytes, and not a list of such: an empty list is no entry at all. */
function isBytes(value: unknown): boolean {
  if (value instanceof Uint8Array) return true;
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(item => typeof item === 'number' || typeof item === 'bigint')
  );
}
