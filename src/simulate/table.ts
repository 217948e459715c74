import { type Bssci, bssci } from '../bssci/operations.ts';
import { commandsOf, type FromPeer, type FromUs, type RequestOf, type ResponseOf } from '../protocol/operations.ts';

/** Every operation the simulated station understands; written from the service center's side, so `peer` is the station. */
export const stationTable: StationTable = bssci;
export type StationTable = Bssci;
/** Operations a station starts. */
export type StationStarts = FromPeer<StationTable>;
/** Operations a service center starts. */
export type CenterStarts = FromUs<StationTable>;
export type Request<K extends keyof StationTable> = RequestOf<StationTable[K]>;
export type Response<K extends keyof StationTable> = ResponseOf<StationTable[K]>;

export const stationCommands = commandsOf(stationTable);
