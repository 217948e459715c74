import { commandsOf, type FromPeer, type FromUs, type RequestOf, type ResponseOf } from '../protocol/operations.ts';
import { type Scaci, scaci } from '../scaci/operations.ts';

/** What begins every SCACI frame (SCACI 2). */
export const IDENTIFIER = Buffer.from('MIOTYA01');

/** Every operation between the two; written from the service center's side, so `peer` is the application center. */
export const applicationTable: ApplicationTable = scaci;
export type ApplicationTable = Scaci;
/** Operations an application center starts. */
export type ApplicationStarts = FromPeer<ApplicationTable>;
/** Operations a service center starts. */
export type ServiceStarts = FromUs<ApplicationTable>;
export type Request<K extends keyof ApplicationTable> = RequestOf<ApplicationTable[K]>;
export type Response<K extends keyof ApplicationTable> = ResponseOf<ApplicationTable[K]>;

export const applicationCommands = commandsOf(applicationTable);

/** What the answer to an operation is called: `<operation>Rsp`, but for one of them (SCACI 5.2). */
export function answerTo(operation: ServiceStarts): string {
  return applicationTable[operation].names?.rsp ?? `${operation}Rsp`;
}
