import type { Call, ResponseOf, Row, Rule } from '../rpc/define.ts';
import { all, fields, type Input } from '../rpc/input.ts';
import type { MethodName } from '../rpc/schema.gen.ts';
import type { RestRow, Way } from './define.ts';
import { organizationId } from './input.ts';
import type { RestMethodName, RestMethods } from './schema.gen.ts';

/** A method of the public API that does what a method of PlatformService does. */
interface TwinRow<M extends RestMethodName, P extends MethodName> extends Rule {
  readonly http?: Way;
  readonly of: P;
  /** What is read before the request of that method; the organization, unless given. */
  readonly before?: Input<object, object>;
  /** What is read in place of the request of that method: its handler gets it. */
  readonly input?: Input<never, object>;
  /** What is answered, where that method answers something else. */
  readonly answer?: (response: ResponseOf<P>, request: never) => RestMethods[M]['response'];
}

export type Twin = <M extends RestMethodName, P extends MethodName>(name: M, row: TwinRow<M, P>) => RestRow;

const inOrganization = fields({ organization_id: organizationId });

/**
 * The request of a twin has the fields of its original, and names the organization.
 * @param rows of PlatformService
 */
export function twins(rows: readonly Row[]): Twin {
  const byName = new Map(rows.map(row => [row.name, row]));
  return (name, { http, of, before = inOrganization, input, answer, ...rule }) => {
    const row = byName.get(of);
    const handle = row?.handle as ((request: unknown, call: Call) => unknown) | undefined;
    if (!row?.input || !handle) throw new Error(`${of} has no handler`);
    return {
      ...{ name, keyed: true, ...rule, ways: http ? [http] : [] },
      input: all(before, (input ?? row.input) as Input<object, object>),
      handle: answer
        ? async (request: never, call: Call) => answer((await handle(request, call)) as never, request)
        : handle,
    };
  };
}
