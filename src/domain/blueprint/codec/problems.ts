/** Why a document is refused. */
export type ProblemReason =
  | 'too_large'
  | 'invalid_json'
  | 'missing_version'
  | 'missing_type_eui'
  | 'invalid_type_eui'
  | 'no_formats'
  | 'duplicate_format_id'
  | 'component_not_found'
  | 'invalid_field_type'
  | 'invalid_size'
  | 'invalid_offset'
  | 'invalid_crypto'
  | 'invalid_expression'
  | 'unknown_reference'
  | 'limit_exceeded'
  | 'sample_mismatch';

/** Why a payload does not decode with a document that was accepted. */
export type DecodeCode =
  | 'format_not_found'
  | 'encrypted_payload'
  | 'payload_too_short'
  | 'condition_error'
  | 'expression_error'
  | 'calibration_missing'
  | 'limit_exceeded';

/** Why values do not encode. */
export type EncodeReason =
  | 'missing_value'
  | 'unexpected_value'
  | 'unknown_field'
  | 'wrong_value_type'
  | 'value_out_of_range'
  | 'func_not_invertible'
  | DecodeCode;

/** A place in the text of a document. */
export interface Place {
  /** JSON pointer from the root of the received text; of a key that is missing, that of the object it is missing in. */
  readonly pointer: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units, as editors count. */
  readonly column: number;
}

/** The first mistake of a document, in the order of its text. */
export class BlueprintProblem extends Error implements Place {
  readonly reason: ProblemReason;
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
  /** What is wrong there, for a person. */
  readonly detail: string;

  constructor(reason: ProblemReason, { pointer, line, column }: Place, detail: string) {
    super(`${reason} at ${pointer || 'the root'} (line ${line}, column ${column}): ${detail}`);
    this.name = 'BlueprintProblem';
    this.reason = reason;
    this.pointer = pointer;
    this.line = line;
    this.column = column;
    this.detail = detail;
  }
}
