import { LIMITS } from '../limits.ts';
import { ExpressionMistake, type Token, tokensOf, unexpected } from './tokens.ts';

export type UnaryOperator = '-' | '+' | '!' | '~';
export type BinaryOperator = Arithmetic | BitOperator | Comparison | Logic;
export type Arithmetic = '+' | '-' | '*' | '/' | '%';
export type BitOperator = '&' | '|' | '^' | '<<' | '>>';
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type Logic = '&&' | '||';
export type FunctionName = keyof typeof ARGUMENTS;

export type Tree =
  | { readonly kind: 'number'; readonly value: number }
  /** The value that the element itself has before its `func`. */
  | { readonly kind: 'self' }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'calibration'; readonly key: string }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Tree }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'choice'; readonly condition: Tree; readonly yes: Tree; readonly no: Tree }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly of: readonly Tree[] };

export interface Expression {
  readonly text: string;
  readonly tree: Tree;
  /** The names of values that it refers to, each once. */
  readonly names: readonly string[];
}

/** How many arguments each function takes, at least and at most. `if` is not among them: it is written as a choice. */
const ARGUMENTS = {
  ...{ floor: [1, 1], ceil: [1, 1], round: [1, 1], trunc: [1, 1], abs: [1, 1], sqrt: [1, 1], exp: [1, 1] },
  ...{ log: [1, 1], log10: [1, 1], log2: [1, 1], sin: [1, 1], cos: [1, 1], tan: [1, 1], pow: [2, 2] },
  ...{ min: [1, Number.POSITIVE_INFINITY], max: [1, Number.POSITIVE_INFINITY] },
} as const;
const CHOICE_ARGUMENTS = [3, 3] as const;
/** Of C and of JavaScript; all of them associate to the left. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ...levels(1, ['||']),
  ...levels(2, ['&&']),
  ...levels(3, ['|']),
  ...levels(4, ['^']),
  ...levels(5, ['&']),
  ...levels(6, ['==', '!=', '===', '!==']),
  ...levels(7, ['<', '<=', '>', '>=']),
  ...levels(8, ['<<', '>>']),
  ...levels(9, ['+', '-']),
  ...levels(10, ['*', '/', '%']),
]);
const UNARY = /^[-+!~]$/;

/** A part of an expression, and how deep parentheses, calls, unary operators and `?:` lie in each other in it. */
interface Part {
  readonly tree: Tree;
  readonly nesting: number;
}

/**
 * Reads an expression.
 * @param ownValue whether `$` is allowed, and `$value` means the same
 * @throws ExpressionMistake
 */
export function parseExpression(text: string, ownValue: boolean): Expression {
  if (text.length > LIMITS.expressionCharacters) {
    throw new ExpressionMistake(
      `the expression has more than ${LIMITS.expressionCharacters} characters`,
      'limit_exceeded',
    );
  }
  const parser = new Parser(text, ownValue);
  return { text, tree: parser.whole(), names: [...parser.names] };
}

class Parser {
  readonly names = new Set<string>();
  readonly #text: string;
  readonly #ownValue: boolean;
  readonly #tokens: readonly Token[];
  #at = 0;
  #nodes = 0;

  constructor(text: string, ownValue: boolean) {
    this.#text = text;
    this.#ownValue = ownValue;
    this.#tokens = tokensOf(text);
  }

  whole(): Tree {
    const { tree, nesting } = this.#expression();
    if (this.#token.kind !== 'end') throw unexpected(this.#text, this.#token.at);
    if (nesting > LIMITS.expressionNesting) {
      throw new ExpressionMistake(
        `the expression is nested more than ${LIMITS.expressionNesting} deep`,
        'limit_exceeded',
      );
    }
    return tree;
  }

  // The depth of these calls is bounded by the length of the text.
  #expression(): Part {
    const condition = this.#binary(1);
    if (!this.#took('?')) return condition;
    const yes = this.#expression();
    this.#take(':');
    const no = this.#expression();
    return {
      tree: this.#node({ kind: 'choice', condition: condition.tree, yes: yes.tree, no: no.tree }),
      nesting: 1 + Math.max(condition.nesting, yes.nesting, no.nesting),
    };
  }

  #binary(lowest: number): Part {
    let left = this.#unary();
    for (;;) {
      const token = this.#token;
      const precedence = token.kind === 'sign' ? PRECEDENCE.get(token.text) : undefined;
      if (token.kind !== 'sign' || precedence === undefined || precedence < lowest) return left;
      this.#at++;
      const right = this.#binary(precedence + 1);
      const operator = (token.text.length === 3 ? token.text.slice(0, 2) : token.text) as BinaryOperator;
      left = {
        tree: this.#node({ kind: 'binary', operator, left: left.tree, right: right.tree }),
        nesting: Math.max(left.nesting, right.nesting),
      };
    }
  }

  #unary(): Part {
    const token = this.#token;
    if (token.kind !== 'sign' || !UNARY.test(token.text)) return this.#primary();
    this.#at++;
    const { tree, nesting } = this.#unary();
    const operator = token.text as UnaryOperator;
    return { tree: this.#node({ kind: 'unary', operator, operand: tree }), nesting: nesting + 1 };
  }

  #primary(): Part {
    const token = this.#token;
    this.#at++;
    switch (token.kind) {
      case 'number':
        return { tree: this.#node({ kind: 'number', value: token.value }), nesting: 0 };
      case 'self':
        if (this.#ownValue) return { tree: this.#node({ kind: 'self' }), nesting: 0 };
        throw new ExpressionMistake('$ stands for the value of an element, and there is none here');
      case 'reference':
        return { tree: this.#node(this.#reference(token.text)), nesting: 0 };
      case 'calibration':
        return { tree: this.#node({ kind: 'calibration', key: token.text }), nesting: 0 };
      case 'word':
        return this.#word(token.text, token.at);
      case 'sign':
        if (token.text === '(') {
          const { tree, nesting } = this.#expression();
          this.#take(')');
          return { tree, nesting: nesting + 1 };
        }
    }
    throw unexpected(this.#text, token.at);
  }

  #reference(name: string): Tree {
    if (name === 'value' && this.#ownValue) return { kind: 'self' };
    this.names.add(name);
    return { kind: 'reference', name };
  }

  #word(name: string, at: number): Part {
    const text = this.#text.slice(at, at + name.length);
    if (text === name && (name === 'true' || name === 'false')) {
      return { tree: this.#node({ kind: 'number', value: name === 'true' ? 1 : 0 }), nesting: 0 };
    }
    const isChoice = name === 'if';
    if (!isChoice && !isFunction(name)) {
      throw new ExpressionMistake(`there is no function ${JSON.stringify(name)} (character ${at + 1})`);
    }
    this.#take('(');
    const parts = [this.#expression()];
    while (this.#took(',')) parts.push(this.#expression());
    this.#take(')');
    const [least, most] = isChoice ? CHOICE_ARGUMENTS : ARGUMENTS[name];
    if (parts.length < least || parts.length > most) {
      throw new ExpressionMistake(`${name} at character ${at + 1} does not take ${parts.length} arguments`);
    }
    const nesting = 1 + Math.max(...parts.map(part => part.nesting));
    const of = parts.map(part => part.tree);
    if (!isChoice) return { tree: this.#node({ kind: 'call', name, of }), nesting };
    const [condition, yes, no] = of as [Tree, Tree, Tree];
    return { tree: this.#node({ kind: 'choice', condition, yes, no }), nesting };
  }

  #node(tree: Tree): Tree {
    if (++this.#nodes <= LIMITS.expressionNodes) return tree;
    throw new ExpressionMistake(`the expression has more than ${LIMITS.expressionNodes} nodes`, 'limit_exceeded');
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', at: this.#text.length };
  }

  #took(sign: string): boolean {
    const token = this.#token;
    if (token.kind !== 'sign' || token.text !== sign) return false;
    this.#at++;
    return true;
  }

  #take(sign: string): void {
    if (!this.#took(sign)) throw unexpected(this.#text, this.#token.at);
  }
}

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(ARGUMENTS, name);
}

function levels(precedence: number, operators: readonly string[]): [string, number][] {
  return operators.map(operator => [operator, precedence]);
}
