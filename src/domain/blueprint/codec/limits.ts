/** What a document may have at most: editors of the catalog supply what then runs for every uplink. */
export const LIMITS = {
  documentBytes: 256 * 1024,
  /** The root is level 1. */
  jsonDepth: 16,
  layouts: 64,
  elements: 256,
  virtuals: 256,
  components: 256,
  /** Of one document; each may cost a whole decoding when it is stored. */
  samples: 256,
  numberBits: 64,
  textBits: 8192,
  /** All elements of a layout, whether they can be in one message or not; also the end of an element with an `offset`. */
  layoutBits: 65_536,
  expressionCharacters: 512,
  expressionNodes: 256,
  /** Parentheses, calls, unary operators and `?:`, one within the other; not a chain of operators. */
  expressionNesting: 32,
  nameCharacters: 128,
  unitCharacters: 32,
  /** A text that an `enum` puts in the place of a number: it may be written for hundreds of elements of every uplink. */
  enumCharacters: 128,
  payloadBytes: 1024,
  /** Nodes of expressions that one decoding may evaluate: a count, not a time, so that every box decodes alike. */
  steps: 10_000,
  formatId: 255,
} as const;
