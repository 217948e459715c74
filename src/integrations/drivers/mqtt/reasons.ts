import type { Outcome } from '../../driver.ts';

/** Reason codes of MQTT 5 in words; those of 3.1.1 that differ stand below. */
const WORDS: Readonly<Record<number, string>> = {
  128: 'unspecified error',
  129: 'malformed packet',
  130: 'protocol error',
  131: 'an error of its own',
  132: 'it does not speak this version of MQTT: set protocol_version to the other one',
  133: 'it does not take this client id',
  134: 'bad user name or password',
  135: 'not authorized',
  136: 'it is unavailable',
  137: 'it is busy',
  138: 'this client is banned',
  139: 'it is shutting down',
  140: 'bad authentication method',
  141: 'it has not heard of us in time',
  142: 'another client has signed in with the same client id',
  143: 'invalid topic filter',
  144: 'invalid topic name',
  147: 'receive maximum exceeded',
  149: 'packet too large',
  150: 'message rate too high',
  151: 'quota exceeded',
  152: 'administrative action',
  153: 'invalid payload format',
  154: 'it does not keep retained messages',
  155: 'it does not support this QoS',
  156: 'it says to use another server',
  157: 'it has moved to another server',
  159: 'too many connections in a short time',
  160: 'the time of a connection is over',
  162: 'it does not support wildcards in subscriptions',
};

const RETURN_CODES: Readonly<Record<number, number>> = { 1: 0x84, 2: 0x85, 3: 0x88, 4: 0x86, 5: 0x87 };

/** The item's own fault (integrations section 3): whatever else is sent, it will be refused again. */
const ITEMS_FAULT: readonly number[] = [0x90, 0x99];
export const TAKEN_OVER = 0x8e;

/** A reason code in words, with what the broker adds. */
export function wordsOf(code: number, said?: string): string {
  const words = WORDS[code] ?? `reason code 0x${code.toString(16).padStart(2, '0')}`;
  return said ? `${words} (${said.slice(0, 200)})` : words;
}

/** A return code of CONNACK in 3.1.1 as the reason code of 5 that means the same. */
export function reasonOfReturnCode(code: number): number {
  return RETURN_CODES[code] ?? 0x80;
}

/** What the acknowledgement of an item says; that it has no subscriber (0x10) is none of its faults. */
export function outcomeOf(code: number, said?: string): Outcome {
  if (code < 0x80) return { kind: 'accepted' };
  const reason = `the broker does not take it: ${wordsOf(code, said)}`;
  return ITEMS_FAULT.includes(code) ? { kind: 'refused', reason } : { kind: 'failed', failure: { reason } };
}
