/** What came of reading the payload of a message; it is never `pending`, since that happens before it can be seen. */
export type DecodeStatus = 'success' | 'failed' | 'skipped';

/** The code of a message that nothing decodes. */
export const NO_BLUEPRINT = 'no_blueprint';

/** @param decoding what it was decoded with, if anything @param error a code, empty when it could be */
export function outcomeOf(decoding: number | undefined, error: string): DecodeStatus {
  if (decoding === undefined) return 'skipped';
  return error === '' ? 'success' : 'failed';
}
