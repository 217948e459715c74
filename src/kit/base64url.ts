/**
 * The bytes of a text in base64url (RFC 4648 section 5, without padding). A decoder takes other letters and left-over bits, too, so that
 * one signature has many spellings: only the one that an encoder writes is taken.
 * @returns undefined for any other text
 */
export function canonicalBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
