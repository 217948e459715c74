import { fault } from '../../kit/faults/faults.ts';
import { parseUuid } from '../../kit/uuid.ts';

const TAG = /(?:W\/)?"([\x21\x23-\x7e]*)"/g;
/** What stands for a header without any tag: no version is called so. */
const NO_TAG = '';

/** The tags of `If-Match` or `If-None-Match`, weak and strong ones alike (clarification R1); undefined: the header is absent. */
export function tagsOf(headers: readonly string[]): readonly string[] | undefined {
  const given = headers.join(',').trim();
  if (given === '') return undefined;
  if (given === '*') return ['*'];
  const tags = [...given.matchAll(TAG)].map(([, tag = '']) => tag);
  return tags.length > 0 ? tags : [NO_TAG];
}

/** The weak entity tag of a version. */
export function entityTag(version: number | string): string {
  return `W/"${encodeURIComponent(version)}"`;
}

/** Whether the caller has this version already. */
export function isKnown(ifNoneMatch: readonly string[] | undefined, version: number | string | undefined): boolean {
  if (!ifNoneMatch || version === undefined) return false;
  return ifNoneMatch.includes('*') || ifNoneMatch.includes(encodeURIComponent(version));
}

/** @throws fault `InvalidArgument` for what is no uuid, or for more than one */
export function idempotencyKey(headers: readonly string[]): string | undefined {
  const given = new Set(headers.map(value => value.trim()).filter(value => value !== ''));
  if (given.size === 0) return undefined;
  const [key = ''] = given;
  const uuid = given.size === 1 ? parseUuid(key) : undefined;
  if (uuid === undefined) throw fault('InvalidArgument', { field: 'Idempotency-Key' });
  return uuid;
}

const REQUEST_ID = /^[A-Za-z0-9._~:-]{1,64}$/;

/** The caller's own name of the request, if nothing in it can hurt a log or a header. */
export function givenRequestId(headers: readonly string[]): string | undefined {
  const [id] = headers;
  return headers.length === 1 && id !== undefined && REQUEST_ID.test(id) ? id : undefined;
}

const MOST_NAMES = 20;
const MOST_BYTES = 1024;

/** The value of `X-Unknown-Fields` (clarification R19). */
export function unknownFields(
  paths: readonly (readonly (string | number)[])[],
  nameOf: (name: string) => string,
): string {
  let value = '';
  for (const [at, path] of paths.entries()) {
    const last = path.length - 1;
    const name = path.map((part, place) => encoded(place === last ? String(part) : nameOf(String(part)))).join('.');
    if (at >= MOST_NAMES || value.length + name.length + 1 > MOST_BYTES)
      return `${value}${value === '' ? '' : ','}${MORE}`;
    value += at === 0 ? name : `,${name}`;
  }
  return value;
}

/** An ellipsis; headers have no letter for it but in UTF-8. */
const MORE = Buffer.from('…').toString('latin1');

/** Also what `encodeURIComponent` leaves as it is. */
function encoded(name: string): string {
  return name
    .toWellFormed()
    .replace(/[^A-Za-z0-9_.-]/gu, letter =>
      [...Buffer.from(letter)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    );
}

/** Text that may stand in a header. */
export function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MOST_BYTES);
}
