/** A JSON object as integrations.md section 1 describes it: camelCase keys, no nulls, 64-bit values as decimal text. */
export type Payload = Readonly<Record<string, unknown>>;
