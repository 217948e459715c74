/** `ok`: as it should be. `warn`: it works, but should be seen to. `fail`: it does not work. */
export type Level = 'ok' | 'warn' | 'fail';

/** What a check says: a sentence, and with `warn` and `fail` what to do. */
export interface Verdict {
  readonly level: Level;
  readonly text: string;
  readonly todo?: string;
}

/** A verdict, and what was checked. What several places say (health page, events, log, `doctor`) is worded by one function. */
export interface Finding extends Verdict {
  /** A service, a row of `doctor`, or what has an alert of its own: backup, certificate, clock, database, integration, listener, storage. */
  readonly check: string;
  /** Which one, where a service has several that each have an alert of their own. */
  readonly about?: string;
  /** Of a certificate that is not renewed by itself, or that was not renewed in time. */
  readonly daysLeft?: number;
}

export const ok = (text: string): Verdict => ({ level: 'ok', text });
export const warn = (text: string, todo: string): Verdict => ({ level: 'warn', text, todo });
export const fail = (text: string, todo: string): Verdict => ({ level: 'fail', text, todo });

/** What is wrong and what to do about it, as sentences for a person who reads nothing else. */
export function spoken({ text, todo }: Pick<Verdict, 'text' | 'todo'>): string {
  return [text, todo]
    .flatMap(said => (said === undefined ? [] : `${said.charAt(0).toUpperCase()}${said.slice(1)}.`))
    .join(' ');
}
