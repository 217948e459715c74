const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

/** Versions we speak, newest first: major.minor of each, answered as `major.minor.0`. */
const SUPPORTED: readonly (readonly [major: number, minor: number])[] = [[1, 0]];

/**
 * The version both sides use: the newest supported one whose minor is not above the wanted one (BSSCI 6.3).
 * @returns undefined when the text is no version, or there is none
 */
export function negotiate(wanted: string): string | undefined {
  const parts = VERSION.exec(wanted);
  if (!parts) return undefined;
  const [major, minor] = [Number(parts[1]), Number(parts[2])];
  const found = SUPPORTED.find(([ownMajor, ownMinor]) => ownMajor === major && ownMinor <= minor);
  return found && `${found[0]}.${found[1]}.0`;
}

/** Whether a text is a version at all: exactly three numbers (BSSCI 6.3, SCACI 4). */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** `1.0` of `1.0.7`: what two versions must share to be compatible. */
export function minorVersion(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
