import { jsonOf } from './answers.ts';
import type { Operation } from './document.ts';
import type { Input } from './inputs.ts';
import { type Ref, type Things, withRefs } from './things.ts';
import type { Received } from './wire.ts';

/** Input that names what another organization has, and the same that names what does not exist. */
interface Strayed {
  readonly theirs: Input;
  readonly unknown: Input;
  /** What is in the one and in the other. */
  readonly ids: ReadonlySet<string>;
}

/** A user who may sign in may be given a role in any organization. */
const OF_ALL: ReadonlySet<string> = new Set(['organization_access_control.AccessControlService.AssignRole']);
/** An answer that refuses says each time anew for which request. */
const EACH_TIME: ReadonlySet<string> = new Set(['instance', 'requestId']);

/**
 * One thing that is named becomes one of another organization, or all but the organization do.
 * @returns undefined: nothing is named of which another organization has any
 */
export function strayed({ id }: Operation, input: Input, others: Things, nth: number): Strayed | undefined {
  const refs: Ref[] = [];
  withRefs(input, ref => {
    if (others.find(ref) !== undefined) refs.push(ref);
  });
  const only = refs[nth % (refs.length + 1)];
  const isMeant = (ref: Ref) => (only ? ref === only : ref.kind !== 'orgs');
  if (OF_ALL.has(id) || !refs.some(isMeant)) return undefined;
  const ids = new Set<string>();
  const into = (nameOf: (theirs: string) => string): Input =>
    withRefs(input, ref => {
      const theirs = isMeant(ref) ? others.find(ref) : undefined;
      if (theirs === undefined) return ref;
      const name = nameOf(theirs);
      ids.add(name);
      return name;
    }) as Input;
  return { theirs: into(theirs => theirs), unknown: into(unknownLike), ids };
}

/** An id of the same form. */
function unknownLike(id: string): string {
  if (/^\d+$/.test(id)) return '987654321';
  return /^[0-9a-f]{16}$/.test(id) ? '70b3d5677fdddddd' : '0192f000-0000-7000-8000-00000000abcd';
}

/** Whether nothing of the two answers tells what another organization has from what does not exist. */
export function alike({ method }: Operation, theirs: Received, unknown: Received, ids: ReadonlySet<string>): boolean {
  // What was made may be there when it is asked for again, under a name that is taken.
  if (method !== 'GET' && theirs.status === 200) return unknown.status === 200 || unknown.status === 409;
  return theirs.status === unknown.status && blurred(theirs, ids) === blurred(unknown, ids);
}

function blurred({ body }: Received, ids: ReadonlySet<string>): string {
  const json = jsonOf(body);
  return json === undefined ? body.toString() : JSON.stringify(json, (key, value) => blurredValue(key, value, ids));
}

function blurredValue(key: string, value: unknown, ids: ReadonlySet<string>): unknown {
  if (EACH_TIME.has(key)) return undefined;
  // Details that are encoded stand there in clear as well.
  if (typeof value === 'object' && value !== null && 'debug' in value) return value.debug;
  if (typeof value !== 'string') return value;
  return value
    .split(',')
    .map(word => (ids.has(word) ? 'an id' : word))
    .join(',');
}
