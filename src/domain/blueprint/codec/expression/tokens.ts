/** A sign is an operator, a parenthesis or a comma; a word is a function or a literal without `$`. */
export type Token =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'sign' | 'word' | 'reference' | 'calibration'; readonly text: string; readonly at: number }
  | { readonly kind: 'self' | 'end'; readonly at: number };

/** Where an expression is not one, from 0. */
export class ExpressionMistake extends Error {
  readonly reason: 'invalid_expression' | 'limit_exceeded';

  constructor(detail: string, reason: 'invalid_expression' | 'limit_exceeded' = 'invalid_expression') {
    super(detail);
    this.reason = reason;
  }
}

// Each is sticky and without repetition inside of a repetition: linear, whatever the text.
const BLANK = /[ \t\n]+/y;
const HEX = /0x[0-9A-Fa-f]+/y;
const DECIMAL = /(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:e[+-]?[0-9]+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
/** Longest first. */
const SIGN = /===|!==|==|!=|<=|>=|<<|>>|&&|\|\||[-+*/%<>!~&|^?:(),]/y;
const MATH = 'Math';
const CALIBRATION = 'calibration';

/** @throws ExpressionMistake */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const next = (): Token => {
    const begin = at;
    if (at === text.length) return { kind: 'end', at: begin };
    const digits = take(HEX) ?? take(DECIMAL);
    if (digits !== undefined) {
      const value = Number(digits);
      if (!Number.isFinite(value)) throw new ExpressionMistake(`the number at character ${begin + 1} is too large`);
      return { kind: 'number', value, at: begin };
    }
    if (text[at] === '$') {
      at++;
      const name = take(NAME);
      if (name === undefined) return { kind: 'self', at: begin };
      if (name !== CALIBRATION || text[at] !== '.') return { kind: 'reference', text: name, at: begin };
      at++;
      const key = take(NAME);
      if (key !== undefined) return { kind: 'calibration', text: key, at: begin };
      throw unexpected(text, at);
    }
    const word = take(NAME);
    if (word !== undefined) {
      if (word !== MATH || text[at] !== '.') return { kind: 'word', text: word, at: begin };
      at++;
      const name = take(NAME);
      if (name !== undefined) return { kind: 'word', text: name, at: begin };
      throw unexpected(text, at);
    }
    const sign = take(SIGN);
    if (sign === undefined) throw unexpected(text, at);
    return { kind: 'sign', text: sign, at: begin };
  };
  for (;;) {
    take(BLANK);
    const token = next();
    tokens.push(token);
    if (token.kind === 'end') return tokens;
  }
}

export function unexpected(text: string, at: number): ExpressionMistake {
  const what = at >= text.length ? 'the end' : JSON.stringify(text[at]);
  return new ExpressionMistake(`${what} at character ${at + 1} of the expression is not expected there`);
}
