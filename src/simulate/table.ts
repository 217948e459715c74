import { type Bssci, bssci } from '../bssci/operations.ts';
import { commandsOf, type FromPeer, type FromUs, type RequestOf, type ResponseOf } from '../protocol/operations.ts';
import type { PeerRules } from './peer/rules.ts';

/** What begins every BSSCI frame (BSSCI 3.1). */
export const IDENTIFIER = Buffer.from('MIOTYB01');

/** Operations a station starts. */
export type StationStarts = FromPeer<Bssci>;
/** Operations a service center starts. */
export type CenterStarts = FromUs<Bssci>;
export type Request<K extends keyof Bssci> = RequestOf<Bssci[K]>;
export type Response<K extends keyof Bssci> = ResponseOf<Bssci[K]>;

/** BSSCI, as a station speaks it. */
export const stationRules: PeerRules = {
  identifier: IDENTIFIER,
  commands: commandsOf(bssci),
  answeredOnce: false,
  malformedEnds: 'connection',
};
