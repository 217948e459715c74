import { spawn } from 'node:child_process';

/** What a command of the manual has printed. */
export interface Printed {
  readonly status: number;
  /** Of a command that shows them (`-i`). */
  readonly head: string;
  readonly body: string;
}

/**
 * Runs a command of the manual, whose only program is curl.
 * @param enough whether what was printed so far is all that is looked at: ends a stream
 */
export function runCurl(
  command: string,
  variables: Readonly<Record<string, string>>,
  enough?: (text: string) => boolean,
): Promise<Printed> {
  // The status is added here, so that the command stays as it is in the manual.
  const script = `curl() { exec curl -w '\\n%{http_code}' "$@"; }\n${command}`;
  const { promise, resolve, reject } = Promise.withResolvers<Printed>();
  const child = spawn('bash', ['-c', script], { env: { PATH: process.env.PATH, ...variables } });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk;
    if (enough?.(text)) child.kill();
  });
  child.on('error', reject);
  child.on('close', () => {
    if (enough) return resolve({ status: 0, head: '', body: text });
    const end = text.lastIndexOf('\n');
    const whole = text.slice(0, Math.max(end, 0));
    const parted = whole.startsWith('HTTP/') ? whole.indexOf('\r\n\r\n') : -1;
    resolve({
      status: Number(text.slice(end + 1)),
      head: parted < 0 ? '' : whole.slice(0, parted),
      body: parted < 0 ? whole : whole.slice(parted + 4),
    });
  });
  return promise;
}
