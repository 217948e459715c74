import { type Bssci, bssci } from '../bssci/operations.ts';
import { bool, bytes, f64, list, message, opt, u8, u16, u32, u64 } from '../protocol/fields.ts';
import { commandsOf, type FromPeer, type FromUs, op, type RequestOf, type ResponseOf } from '../protocol/operations.ts';

const Empty = message({});
const macType = message({ macType: u32 });
const MAX_MAC_PAYLOAD = 1024;
const crc = list(u8, 2, 2);

/** The variable MAC extension (BSSCI appendix A), which the simulated station always speaks. */
const vm = {
  'vm.activate': op({ by: 'us', req: macType, rsp: Empty }),
  'vm.deactivate': op({ by: 'us', req: macType, rsp: Empty }),
  'vm.status': op({ by: 'us', req: Empty, rsp: message({ macTypes: list(u32, 0, 256) }) }),
  'vm.ulData': op({
    by: 'peer',
    req: message({
      macType: u8,
      userData: bytes(0, MAX_MAC_PAYLOAD),
      trxTime: u64,
      sysTime: u64,
      freqOff: f64,
      snr: f64,
      rssi: f64,
      eqSnr: opt(f64),
      carrSpace: u8,
      pattGrp: u8,
      pattNum: u8,
      crc,
    }),
    rsp: Empty,
  }),
  'vm.dlData': op({
    by: 'us',
    req: message({
      macType: u8,
      userData: bytes(0, MAX_MAC_PAYLOAD),
      trxTime: u64,
      sysTime: u64,
      freqOff: f64,
      ulCrc: crc,
      carrOffRange: u8,
      carrSpace: u8,
      tsi: opt(u16),
      syncBurst: bool,
      dualChan: bool,
      repetition: bool,
      longBlkDist: bool,
    }),
    rsp: Empty,
  }),
};

/** Every operation the simulated station understands; written from the service center's side, so `peer` is the station. */
export const stationTable: StationTable = { ...bssci, ...vm };
export type StationTable = Bssci & typeof vm;
/** Operations a station starts. */
export type StationStarts = FromPeer<StationTable>;
/** Operations a service center starts. */
export type CenterStarts = FromUs<StationTable>;
export type Request<K extends keyof StationTable> = RequestOf<StationTable[K]>;
export type Response<K extends keyof StationTable> = ResponseOf<StationTable[K]>;

export const stationCommands = commandsOf(stationTable);
