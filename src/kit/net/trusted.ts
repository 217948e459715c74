import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';

/** Who may vouch for a server: the authorities in the file, or those that the system and the runtime trust. */
export function trustedAuthorities(file?: string): string | string[] {
  if (file !== undefined) return readFileSync(file, 'utf8');
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
