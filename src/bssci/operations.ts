import { Posix } from '../protocol/errors.ts';
import {
  anything,
  bool,
  bytes,
  eui,
  f32,
  f64,
  geo,
  i64,
  list,
  type MessageOf,
  message,
  nested,
  nonZero,
  opt,
  safeInt,
  str,
  timeNs,
  u8,
  u16,
  u24,
  u32,
  u64,
  word,
} from '../protocol/fields.ts';
import { op } from '../protocol/operations.ts';

/** Bytes of user data in one telegram, both directions (BSSCI 17). */
export const MAX_USER_DATA = 200;
/** Entries of one dlDataQue; the protocol states none (BSSCI 17). */
export const MAX_DOWNLINK_ENTRIES = 64;
/** Bytes of one telegram of a foreign MAC; the extension states no limit (BSSCI appendix A). */
export const MAX_MAC_USER_DATA = 1024;
/** Types one station may name. */
const MAX_MAC_TYPES = 256;
/** Carrier spacing: narrow, standard, wide (BSSCI appendix A). */
const WIDEST_CARRIER_SPACE = 2;
/** Sub-packets of one telegram: 24–31 are seen; the bound only limits memory. */
const MAX_SUBPACKETS = 1024;

const key = bytes(16);
const uuid = bytes(16);
const Empty = message({});
const perSubpacket = list(f64, 0, MAX_SUBPACKETS);

const Subpackets = message(
  { snr: perSubpacket, rssi: perSubpacket, frequency: perSubpacket, phase: opt(perSubpacket) },
  ({ snr, rssi, frequency, phase }) =>
    rssi.length !== snr.length || frequency.length !== snr.length || (phase && phase.length !== snr.length)
      ? 'subpackets differ in length'
      : undefined,
);

const radio = { rxDuration: opt(u64), eqSnr: opt(f64), profile: opt(str), subpackets: opt(nested(Subpackets)) };
const flags = { dualChan: bool, repetition: bool, wideCarrOff: bool, longBlkDist: bool };

const Con = message({
  version: str,
  bsEui: eui,
  vendor: opt(str),
  model: opt(str),
  name: opt(str),
  swVersion: opt(str),
  info: opt(anything),
  bidi: bool,
  geoLocation: opt(geo),
  snBsUuid: uuid,
  snBsOpId: opt(i64),
  snScOpId: opt(i64),
});
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
const StatusRsp = message({
  code: u32,
  message: str,
  time: u64,
  dutyCycle: opt(f64),
  geoLocation: opt(geo),
  uptime: opt(u64),
  temp: opt(f64),
  cpuLoad: opt(f64),
  memLoad: opt(f64),
  config: opt(anything),
});
const Att = message({
  epEui: eui,
  rxTime: timeNs,
  attachCnt: u24,
  snr: f64,
  rssi: f64,
  ...radio,
  nonce: bytes(4),
  sign: bytes(4),
  shAddr: nonZero(u16),
  ...flags,
});
const AttRsp = message({ nwkSnKey: key, shAddr: opt(u16) });
const Det = message({ epEui: eui, rxTime: timeNs, packetCnt: u32, snr: f64, rssi: f64, ...radio, sign: bytes(4) });
const DetRsp = message({ sign: bytes(4) });
const AttPrp = message({ epEui: eui, bidi: bool, nwkSnKey: key, shAddr: u16, lastPacketCnt: u32, ...flags });
const DetPrp = message({ epEui: eui });
const UlData = message(
  {
    epEui: eui,
    rxTime: timeNs,
    rxDuration: opt(u64),
    packetCnt: u32,
    snr: f64,
    rssi: f64,
    eqSnr: opt(f64),
    profile: opt(str),
    mode: opt(str),
    subpackets: opt(nested(Subpackets)),
    userData: bytes(0, MAX_USER_DATA),
    format: opt(u8),
    dlOpen: bool,
    responseExp: bool,
    dlAck: bool,
  },
  ({ dlOpen, responseExp }) => (responseExp && !dlOpen ? 'responseExp without dlOpen' : undefined),
);
const UlDataTx = message({
  epEui: eui,
  nwkSnKey: key,
  shAddr: u16,
  packetCnt: u32,
  userData: bytes(0, MAX_USER_DATA),
  profile: opt(str),
  format: opt(u8),
});
const DlDataQue = message({
  epEui: eui,
  queId: safeInt,
  cntDepend: bool,
  packetCnt: opt(list(u32, 1, MAX_DOWNLINK_ENTRIES)),
  userData: list(bytes(0, MAX_USER_DATA), 1, MAX_DOWNLINK_ENTRIES),
  format: opt(u8),
  prio: opt(f32),
  responseExp: opt(bool),
  responsePrio: opt(bool),
  dlWindReq: opt(bool),
  expOnly: opt(bool),
});
const DlDataRev = message({ epEui: eui, queId: safeInt });
const Result = message(
  {
    epEui: eui,
    queId: u64,
    result: word('sent', 'expired', 'invalid'),
    txTime: opt(timeNs),
    packetCnt: opt(u32),
  },
  ({ result, txTime, packetCnt }) =>
    result === 'sent' && (txTime === undefined || packetCnt === undefined) ? 'sent without its window' : undefined,
);
const DlDataRes: typeof Result = {
  ...Result,
  // What was not sent has no window, whatever a writer that always writes all fields puts there (BSSCI 11.2).
  read: map => Result.read(map.result === 'sent' ? map : { ...map, txTime: null, packetCnt: null }),
};
const DlRxStat = message(
  { epEui: eui, rxTime: timeNs, packetCnt: u32, dlRxSnr: f64, dlRxRssi: f64 },
  ({ dlRxSnr, dlRxRssi }) =>
    Math.abs(dlRxSnr) > 30 || dlRxRssi < -150 || dlRxRssi > 0 ? 'downlink reception out of range' : undefined,
);
const DlRxStatQry = message({ epEui: eui });
const MacType = message({ macType: u32 });
const VmStatusRsp = message({ macTypes: list(u32, 0, MAX_MAC_TYPES) });
const crc = list(u8, 2, 2);
const VmUlData = message(
  {
    macType: u8,
    userData: bytes(0, MAX_MAC_USER_DATA),
    trxTime: u64,
    sysTime: timeNs,
    freqOff: f64,
    snr: f64,
    rssi: f64,
    eqSnr: opt(f64),
    subpackets: opt(nested(Subpackets)),
    carrSpace: u8,
    pattGrp: u8,
    pattNum: u8,
    crc,
  },
  ({ carrSpace }) => (carrSpace > WIDEST_CARRIER_SPACE ? 'carrSpace out of range' : undefined),
);
const VmDlData = message(
  {
    macType: u8,
    userData: bytes(0, MAX_MAC_USER_DATA),
    trxTime: u64,
    sysTime: u64,
    freqOff: f64,
    ulRssi: f64,
    ulSnr: f64,
    ulCrc: crc,
    carrOffRange: u8,
    carrSpace: u8,
    tsi: opt(u16),
    syncBurst: bool,
    dualChan: bool,
    repetition: bool,
    longBlkDist: bool,
  },
  ({ carrOffRange, tsi = 128 }) =>
    (carrOffRange !== 1 && carrOffRange !== 5) || tsi < 21 || tsi > 16_383
      ? 'carrOffRange or tsi out of range'
      : undefined,
);

/** Every operation of BSSCI 1.0.0 (section 5.2) as the service center sees it: `peer` is the base station. */
export const core = {
  con: op({ by: 'peer', phase: 'connect', req: Con, rsp: ConRsp }),
  ping: op({ by: 'either', req: Empty, rsp: Empty }),
  status: op({ by: 'us', req: Empty, rsp: StatusRsp, held: true }),
  att: op({ by: 'peer', req: Att, rsp: AttRsp, completes: true }),
  det: op({ by: 'peer', req: Det, rsp: DetRsp, completes: true }),
  attPrp: op({ by: 'us', req: AttPrp, rsp: Empty, held: true }),
  detPrp: op({ by: 'us', req: DetPrp, rsp: Empty, held: true }),
  ulData: op({ by: 'peer', req: UlData, rsp: Empty, silentOnFailure: true }),
  ulDataTx: op({ by: 'us', req: UlDataTx, rsp: Empty, held: true }),
  dlDataQue: op({ by: 'us', req: DlDataQue, rsp: Empty, held: true }),
  dlDataRev: op({ by: 'us', req: DlDataRev, rsp: Empty, held: true }),
  dlDataRes: op({ by: 'peer', req: DlDataRes, rsp: Empty, silentOnFailure: true }),
  dlRxStat: op({ by: 'peer', req: DlRxStat, rsp: Empty }),
  dlRxStatQry: op({ by: 'us', req: DlRxStatQry, rsp: Empty, held: true }),
};

/** The variable MAC, an extension that not every station has and that is off unless it is configured (BSSCI appendix A). */
const variableMac = {
  'vm.activate': op({ by: 'us', req: MacType, rsp: Empty, peerCompletes: true }),
  'vm.deactivate': op({ by: 'us', req: MacType, rsp: Empty, peerCompletes: true }),
  'vm.status': op({ by: 'us', req: Empty, rsp: VmStatusRsp, peerCompletes: true }),
  'vm.ulData': op({ by: 'peer', req: VmUlData, rsp: Empty, silentOnFailure: true }),
  'vm.dlData': op({ by: 'us', req: VmDlData, rsp: Empty, peerCompletes: true }),
};

/** All that is spoken with the extension. */
export const bssci = { ...core, ...variableMac };

/** Whether a station says with this `error` that it does not have an optional operation (BSSCI 14). */
export function notOffered(code: number): boolean {
  return code === Posix.notSupported || code === Posix.notPermitted;
}

export type Bssci = typeof bssci;
export type ConMessage = MessageOfType<typeof Con>;
export type UlDataMessage = MessageOfType<typeof UlData>;
export type VmUlDataMessage = MessageOfType<typeof VmUlData>;
export type AttMessage = MessageOfType<typeof Att>;
export type DetMessage = MessageOfType<typeof Det>;
export type StatusRspMessage = MessageOfType<typeof StatusRsp>;
type MessageOfType<T> = T extends { read(map: never): infer M } ? M : MessageOf<never>;
