import { commandsOf, type FromPeer, type FromUs, type RequestOf, type ResponseOf } from '../protocol/operations.ts';
import { type Scaci, scaci } from '../scaci/operations.ts';
import type { PeerRules } from './peer/rules.ts';

/** Operations an application center starts. */
export type ApplicationStarts = FromPeer<Scaci>;
/** Operations a service center starts. */
export type ServiceStarts = FromUs<Scaci>;
export type Request<K extends keyof Scaci> = RequestOf<Scaci[K]>;
export type Response<K extends keyof Scaci> = ResponseOf<Scaci[K]>;

/** SCACI, as an application center speaks it. */
export const applicationRules: PeerRules = {
  // SCACI 2
  identifier: Buffer.from('MIOTYA01'),
  commands: commandsOf(scaci),
  answeredOnce: true,
  malformedEnds: 'operation',
};
