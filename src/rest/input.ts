import type { NamedPosition } from '../kit/named-page.ts';
import { search, uuid } from '../rpc/checks.ts';
import { all, type Check, fields, type Input, type Maybe } from '../rpc/input.ts';
import type { Page } from '../rpc/list-input.ts';
import { keyOf, type PageKey, positionOf } from '../rpc/page-token.ts';

/** The organization that a request names: that of the call, and no other (REST section 2). */
export const organizationId: Check<Maybe<string>, string> = (wire, at) => {
  if (wire === undefined || wire === null || wire === '') {
    return at.refuse('presence', 'OrganizationIDRequired', { organization_id: at.context.org });
  }
  const { org } = at.context;
  // What the caller is told first: where it may act comes before what it wants there.
  return wire.toLowerCase() === org ? org : at.refuse('presence', 'OrganizationContextMismatch');
};

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1000;

/** How many items are asked for; what is no whole number arrives as NaN. */
export const limit: Check<Maybe<number>, number> = (wire, at) => {
  if (wire === undefined || wire === null) return LIMIT_DEFAULT;
  if (!Number.isInteger(wire) || wire < 1) at.refuse('range', 'InvalidLimit');
  return Math.min(wire, LIMIT_MAX);
};

/** No list has so many items. */
const OFFSET_MAX = 2 ** 31 - 1;

/** How many items are left out before the first. */
export const offset: Check<Maybe<number>, number> = (wire, at) => {
  if (wire === undefined || wire === null) return 0;
  if (!Number.isInteger(wire) || wire < 0) at.refuse('range', 'InvalidOffset');
  return Math.min(wire, OFFSET_MAX);
};

/** The request of a method that reads or deletes one thing. */
export const byId = fields({ organization_id: organizationId, id: uuid });

/** The request of a list; its `limit` and `offset` are `optional` in the schema, so that 0 is not what is absent. */
export const restPage = fields({ organization_id: organizationId, limit, offset });

/** The same of a list that is searched by name. */
export const restList = fields({ organization_id: organizationId, limit, offset, search });

/** Where a page begins: behind so many items, or where the page before ended. */
export interface Place<P> {
  readonly offset: number;
  readonly from: P | undefined;
  /** The `next_cursor` for the page behind; undefined: there is none. */
  next(last: P | undefined): string | undefined;
}

/** Behind which message or event a page begins. */
type Position = NonNullable<Page<bigint>['after']>;
type Numbered = NonNullable<Page['after']>;

interface WirePlace {
  readonly organization_id?: Maybe<string>;
  readonly limit?: Maybe<number>;
  readonly offset?: Maybe<number>;
  readonly cursor?: Maybe<string>;
}

/** `limit`, `offset` and `cursor` of a list that is sorted by a time or by the place in the log (clarification T1). */
export const restCursorPage = cursorPage<Position>({
  write: last => keyOf(last, []),
  read: key => positionOf(key, BigInt)?.position,
});

/** The same of a list whose lines have numbers, sorted by a text or by milliseconds. */
export const restNumberedPage = cursorPage<Numbered>({
  write: last => keyOf(last, []),
  read: key => positionOf(key, value => value)?.position,
});

/** The same of a list that is sorted by name, and searched by it. */
export const restCursorList = all(
  cursorPage<NamedPosition>({
    write: last => last,
    read: ([sorted, uuid]) => (typeof uuid === 'string' && sorted !== null ? [sorted ?? '', uuid] : undefined),
  }),
  fields({ search }),
);

interface Codec<P> {
  write(last: P): PageKey;
  read(key: PageKey): P | undefined;
}

function cursorPage<P>({ write, read: positionIn }: Codec<P>) {
  const input: Input<WirePlace, { readonly limit: number; readonly place: Place<P> }, keyof WirePlace> = {
    names: ['organization_id', 'limit', 'offset', 'cursor'],
    read(request, at) {
      const asked = restPage.read(request, at);
      const { cursor, limit: _, offset: passed, ...filters } = request;
      const { method, org, tokens } = at.context;
      const scope = { method, org, filters };
      const inCursor = at.in('cursor');
      const open = (token: string) => {
        if (passed) inCursor.refuse('range', 'MutuallyExclusiveFields', { fields: 'cursor, offset' });
        const key = tokens.open(scope, token);
        return (key && positionIn(key)) ?? inCursor.refuse('format', 'InvalidPageToken');
      };
      const from = cursor ? inCursor.try(() => open(cursor)) : undefined;
      const next = (last: P | undefined) => last && tokens.seal(scope, write(last));
      return { limit: asked.limit, place: { offset: asked.offset, from, next } };
    },
  };
  return input;
}
