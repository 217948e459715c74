import type { MessageType } from '../protocol/fields.ts';
import { applicationRules, type Request } from './application-table.ts';
import type { Fields } from './peer/rules.ts';

/** What each message has besides its own fields. */
const ENVELOPE: ReadonlySet<string> = new Set(['command', 'opId']);
const ERROR: ReadonlySet<string> = new Set(['command', 'opId', 'code', 'message']);

/**
 * What is wrong with a message of the service center beyond the types of its fields, in words: its promises of
 * SCACI 3.3, 7 and 8.1. Nothing for one that is right.
 */
export function objectionsTo(command: string, map: Fields): string[] {
  const known = applicationRules.commands.get(command);
  const found: string[] = [];
  const type: MessageType<unknown> | undefined =
    known && (known.role === 'req' ? known.row.req : known.role === 'rsp' ? known.row.rsp : undefined);
  const expected = command === 'error' ? ERROR : type ? new Set([...ENVELOPE, ...type.names]) : ENVELOPE;
  for (const [name, value] of Object.entries(map)) {
    if (!expected.has(name)) found.push(`${name} is no field of ${command}`);
    if (holdsBin(value)) found.push(`${name} is bin in place of an array of numbers`);
  }
  if (command === 'error' && (!isCode(map.code) || map.code === 0)) found.push('an error without code');
  if ((command === 'error' || command === 'statusRsp') && map.message === '') found.push('message is empty');
  if (!type) return found;
  try {
    const message: unknown = type.read(map);
    found.push(...(rules[command]?.(message as never) ?? []));
  } catch (error) {
    found.push((error as Error).message);
  }
  return found;
}

const rules: Readonly<Record<string, ((message: never) => string[]) | undefined>> = { ulData, dlDataRes, epStat };

function ulData({ baseStations, dlOpen, responseExp }: Request<'ulData'>): string[] {
  const found: string[] = [];
  if (responseExp && !dlOpen) found.push('responseExp without dlOpen');
  if (new Set(baseStations.map(({ bsEui }) => bsEui)).size < baseStations.length) found.push('a base station twice');
  const best = [...baseStations].sort((a, b) => b.snr - a.snr || b.rssi - a.rssi);
  if (best.some((entry, index) => entry !== baseStations[index])) found.push('the best reception is not the first');
  const reported = baseStations.filter(({ dlRxSnr, dlRxRssi }) => dlRxSnr !== undefined || dlRxRssi !== undefined);
  if (reported.length > 1) found.push('a reception of the endpoint in more than one entry');
  return found;
}

function dlDataRes({ result, txTime, packetCnt, bsEui }: Request<'dlDataRes'>): string[] {
  const given = [txTime, packetCnt, bsEui].filter(value => value !== undefined).length;
  return given === (result === 'sent' ? 3 : 0) ? [] : [`a result ${result} with ${given} of txTime, packetCnt, bsEui`];
}

/** All that was heard over the air, or nothing of it (SCACI 7.11). */
function epStat({ epStatus, attachCnt, nonce, ...heard }: Request<'epStat'>): string[] {
  const { sign, snr, rssi, eqSnr, subpackets } = heard;
  const some = [attachCnt, nonce, sign, snr, rssi, eqSnr, subpackets].some(value => value !== undefined);
  if (!some) return [];
  const found: string[] = [];
  if ([sign, snr, rssi].includes(undefined)) found.push('sign, snr and rssi belong to what was heard over the air');
  const attach = [attachCnt, nonce].filter(value => value !== undefined).length;
  if (attach !== (epStatus === 'attached' ? 2 : 0)) found.push('attachCnt and nonce belong to an attach');
  return found;
}

function isCode(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value);
}

function holdsBin(value: unknown): boolean {
  if (value instanceof Uint8Array) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBin);
}
