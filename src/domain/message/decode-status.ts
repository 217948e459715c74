/** What came of reading the payload of a message; it is never `pending`, since that happens before it can be seen. */
export type DecodeStatus = 'success' | 'failed' | 'skipped';

/** The code of a message that nothing decodes. */
export const NO_BLUEPRINT = 'no_blueprint';
