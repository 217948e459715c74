import type { Admission, Call, ResponseOf, Row, Rule } from '../rpc/call/define.ts';
import { type At, all, fields, type Input, type Maybe } from '../rpc/input.ts';
import type { Page } from '../rpc/list-input.ts';
import type { MethodName } from '../rpc/schema.gen.ts';
import type { HttpRoute, RestRow } from './define.ts';
import { byId, organizationId, restNumberedPage } from './input.ts';
import type { RestMethodName, RestMethods } from './schema.gen.ts';

/** A method of the public API that does what a method of PlatformService does, its original. */
interface TwinRow<M extends RestMethodName, P extends MethodName> extends Rule {
  readonly http?: HttpRoute;
  readonly of: P;
  /** Which thing it is about stands in the request as REST names it. */
  readonly byId?: true;
  /** It lists by `limit`, and `offset` or `cursor`, in place of the original's pages. */
  readonly paged?: true;
  /** How the request calls what the original calls otherwise, in snake_case. */
  readonly called?: { readonly [K in keyof RestMethods[M]['request']]?: string };
  /** What the handler of the original gets in place of what its request would say. */
  readonly given?: object;
  /** What is read in place of the request of the original. */
  readonly input?: Input<never, object>;
  /** In place of what the original judges before anything is checked. */
  readonly demands?: (request: RestMethods[M]['request'], by: Admission) => void;
  /** What is answered, where the original answers something else. @param request what its handler got */
  readonly answer?: (response: ResponseOf<P>, request: never, call: Call) => RestMethods[M]['response'];
}

export type Twin = <M extends RestMethodName, P extends MethodName>(name: M, row: TwinRow<M, P>) => RestRow;

/** What REST answers where something is gone that gRPC says nothing of. */
export const removed = (_: object, { id }: { readonly id: string }) => ({ id, deleted: true });

/** What REST says of a page beside its items. */
export const listed = (page: { readonly total_count?: Maybe<number>; readonly next_page_token?: Maybe<string> }) => ({
  total: page.total_count ?? 0,
  ...(page.next_page_token && { next_cursor: page.next_page_token }),
});

const inOrganization = fields({ organization_id: organizationId });

/**
 * The request of a twin has the fields of its original, and names the organization.
 * @param rows of PlatformService
 */
export function twins(rows: readonly Row[]): Twin {
  const byName = new Map(rows.map(row => [row.name, row]));
  return (name, { http, of, byId: isById, paged, called = {}, given, input, answer, ...rule }) => {
    const original = byName.get(of);
    const handle = original?.handle as ((request: unknown, call: Call) => unknown) | undefined;
    if (!original?.input || !handle) throw new Error(`${of} has no handler`);
    const own = renamed((input ?? original.input) as Input<object, object>, called);
    const read: Input<object, object> = paged ? pagedBy(own) : all(isById ? byId : inOrganization, own);
    return {
      ...(original.demands && { demands: original.demands }),
      ...{ name, keyed: true, ...rule, ways: http ? [http] : [] },
      input: given ? { ...read, read: (request, at) => ({ ...read.read(request, at), ...given }) } : read,
      handle: answer
        ? async (request: never, call: Call) => answer((await handle(request, call)) as never, request, call)
        : handle,
    };
  };
}

/** The page that the handler of the original gets is one by `limit`, and `offset` or `cursor`. */
function pagedBy(input: Input<object, object>): Input<object, object> {
  const both = all(restNumberedPage as Input<object, ReturnType<typeof restNumberedPage.read>>, input);
  const read = (request: object, at: At) => {
    const { limit: size, place, ...asked } = both.read(request, at);
    const { offset, from: after } = place;
    const page: Page = { size, offset, after, carried: [], next: last => place.next(last) ?? '' };
    return { ...asked, page };
  };
  return { ...both, read };
}

/** @param called names of the request, to what the input calls them */
function renamed(
  input: Input<object, object>,
  called: Readonly<Record<string, string | undefined>>,
): Input<object, object> {
  const names = new Map(Object.entries(called).map(([ours, theirs = ours]) => [theirs, ours]));
  if (names.size === 0) return input;
  const ours = (name: string) => names.get(name) ?? name;
  const { says = {} } = input;
  return {
    ...input,
    names: input.names.map(ours),
    says: Object.fromEntries(Object.entries(says).map(([name, said]) => [ours(name), said])),
    read(request, at) {
      const wire = Object.entries(request).map(([name, value]) => [called[name] ?? name, value]);
      return input.read(Object.fromEntries(wire), at.calling(names));
    },
  };
}
