import { setTimeout as sleep } from 'node:timers/promises';
import type { Checks } from './checks.ts';
import type { Machine, Ran } from './debian-machine.ts';

/** The packages of one program in two versions: what is tested, and one that follows it. */
export interface Debs {
  readonly now: string;
  readonly next: string;
}

export const DATA = '/var/lib/waystation';
export const SETTINGS = '/etc/waystation/waystation.yaml';

/** Lays the packages down in the machine. */
export function bring(machine: Machine, debs: Debs): void {
  machine.put(debs.now, '/root/now.deb');
  machine.put(debs.next, '/root/next.deb');
}

/** An HTTP answer of the program in the machine, without any tool that a small system may lack. */
export function ask(machine: Machine, port: number, path: string): Ran {
  const request = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET ${path} HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`;
  return machine.run(`timeout 15 bash -c "${request.replaceAll('\\', '\\\\')}"`, 20_000);
}

/** Waits for the health page; under emulation that takes a while. */
export async function healthy(machine: Machine, seconds = 120): Promise<Ran> {
  let last: Ran = { code: 1, output: '' };
  for (let tries = 0; tries < seconds; tries++) {
    last = ask(machine, 8086, '/health');
    if (/ 200 /.test(last.output)) return last;
    await sleep(1000);
  }
  return last;
}

/** What must not change by an upgrade: who signs, and what the administrator wrote. */
export function identity(machine: Machine): string {
  return machine.run(`sha256sum ${DATA}/pki/ca.crt ${DATA}/master.key ${SETTINGS}; stat -c '%U %a %n' ${DATA}`).output;
}

export function installed(checks: Checks, what: string, { code, output }: Ran): void {
  checks.ok(what, code === 0 && !/warning|error/i.test(output), output);
}
