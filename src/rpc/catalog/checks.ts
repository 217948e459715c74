import { oneOf, text } from '../checks.ts';
import { type Check, type Maybe, optional } from '../input.ts';

/** Letters, digits and single hyphens inside, at most 63. */
const CODE = /^(?=.{1,63}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** A code; empty is undefined: it is made of the name. */
export const code: Check<Maybe<string>, string | undefined> = (wire, at) => {
  if (!wire) return undefined;
  return CODE.test(wire) ? wire : at.refuse('format', 'InvalidCode');
};

const MAX_URL = 2048;

/** An address for a browser, without credentials; may be empty. */
export const url: Check<Maybe<string>, string> = (wire, at) => {
  const given = text(MAX_URL)(wire, at);
  if (given === '') return given;
  const parsed = URL.canParse(given) ? new URL(given) : undefined;
  const web = /^https?:\/\//i.test(given) && parsed?.username === '' && parsed.password === '';
  return web ? given : at.refuse('format', 'InvalidURL');
};

/** Which rows of the catalog a list shows. */
export const scope = optional(oneOf(['all', 'system', 'custom']));
