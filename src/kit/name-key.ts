/** Names are compared without regard to case. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
