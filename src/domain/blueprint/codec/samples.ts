import type { Direction } from './blueprint.ts';
import type { ObjectNode } from './json-tree.ts';
import { LIMITS } from './limits.ts';
import { checkCount, Members, objectsOf, wholeNumber } from './members.ts';
import type { Place } from './problems.ts';

/** A payload with what it has to decode to. */
export interface Sample {
  readonly direction: Direction;
  readonly format: number;
  readonly payload: Uint8Array;
  /** Each visible value; undefined when the sample says nothing about them. */
  readonly expected: ReadonlyMap<string, unknown> | undefined;
  /** The code that it has to fail with; undefined when it has to decode. */
  readonly error: string | undefined;
}

const HEX = /^(?:[0-9A-Fa-f]{2})*$/;

/** The samples of a document; an entry without a payload is none of ours. */
export function checkSamples(members: Members): (Sample & { readonly place: Place })[] {
  const { problems } = members;
  const list = members.list('samples');
  if (!list) return [];
  checkCount(list.items, LIMITS.samples, problems);
  return objectsOf(list, problems).flatMap(node => {
    if (!node.members.has('payload')) return [];
    const sample = checkSample(new Members(node, problems));
    return sample ? [{ ...sample, place: problems.place(node) }] : [];
  });
}

function checkSample(members: Members): Sample | undefined {
  const { node, problems } = members;
  const hex = members.text('payload') ?? '';
  const payload = Buffer.from(hex, 'hex');
  if (!HEX.test(hex)) problems.add('invalid_json', members.get('payload') ?? node, '"payload" has to be hex digits');
  if (payload.length > LIMITS.payloadBytes) {
    const place = members.get('payload') ?? node;
    problems.add('limit_exceeded', place, `a payload has ${LIMITS.payloadBytes} bytes at most`);
  }
  const direction = members.text('direction') ?? 'uplink';
  if (direction !== 'uplink' && direction !== 'downlink') {
    problems.add('invalid_json', members.get('direction') ?? node, '"direction" is "uplink" or "downlink"');
    return undefined;
  }
  const id = members.get('format');
  const format = id ? wholeNumber(id) : 0;
  if (id && (format === undefined || format < 0 || format > LIMITS.formatId)) {
    problems.add('invalid_json', id, `"format" has to be a whole number from 0 to ${LIMITS.formatId}`);
  }
  // Both may be null, as an empty place in a table of cases.
  const expected = isNull(node, 'expected') ? undefined : members.object('expected');
  const error = isNull(node, 'error') ? undefined : members.text('error');
  const values = expected && new Map([...expected.members].map(([name, item]) => [name, scalarOf(item)]));
  return { direction, format: format ?? 0, payload, expected: values, error };
}

function isNull(node: ObjectNode, key: string): boolean {
  const member = node.members.get(key);
  return member?.kind === 'scalar' && member.value === null;
}

/** Only a scalar can be equal to a value. */
function scalarOf(node: { readonly kind: string; readonly value?: unknown }): unknown {
  return node.kind === 'scalar' ? node.value : node;
}
