import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checks } from './checks.ts';
import type { Machine } from './debian-machine.ts';

const README = join(import.meta.dirname, '..', '..', 'README.md');
/** How the commands begin that lead from the package to a decoded value; the rest is as the README has it. */
const WAY = [
  'sudo dpkg -i waystation_',
  'sudo waystation certs base-station ',
  'sudo waystation base-stations add ',
  'sudo waystation endpoints add ',
  'sudo waystation messages follow',
  'sudo waystation simulate base-station ',
];
/** A person has to type no more. */
const MOST = 8;
const KEY = '000102030405060708090a0b0c0d0e0f';
/** So long the two that end at Ctrl-C run. */
const FOLLOWED_S = 40;

/** Types what the README says, as a person with it alone does it; what is asked for is answered. Needs systemd and the package as /root/now.deb. */
export async function firstValue(machine: Machine, checks: Checks): Promise<void> {
  const commands = written(readFileSync(README, 'utf8'));
  checks.ok(`the README leads to a decoded value in ${commands.length} commands`, commands.length <= MOST);
  const [install = '', certificate = '', station = '', endpoint = '', follow = '', simulate = ''] = commands;
  machine.run(`cp /root/now.deb /root/${/waystation_\S+\.deb/.exec(install)?.[0]}`);
  for (const command of [install, certificate, station]) {
    const { code, output } = typed(machine, command);
    checks.ok(command, code === 0, output);
  }
  const registered = typed(machine, endpoint, KEY);
  checks.ok(endpoint, registered.code === 0 && /added fe/.test(registered.output), registered.output);
  const both = `cd /root; (${until(follow)} > /tmp/followed 2>&1 &); sleep 2; ${asks(until(simulate), KEY)} > /tmp/simulated 2>&1; sleep 3; cat /tmp/followed`;
  const { output } = machine.run(both, 2 * FOLLOWED_S * 1000);
  const isDecoded = /^\d\d:\d\d:\d\d {2}fe\w+ meter {2}-?[\d.]+ °C {2}[\d.]+ % /m.test(output);
  checks.ok('a decoded value is shown', isDecoded, `${output}\n${machine.run('cat /tmp/simulated').output}`);
}

/** The commands of the way, each as it is written in a block of the README or within a sentence. */
function written(readme: string): string[] {
  const texts = [...readme.matchAll(/^ *(?:\$ )?(sudo .+)$|`(sudo [^`]+)`/gm)].map(
    ([, line, inline]) => line ?? inline ?? '',
  );
  return WAY.map(begin => {
    const found = texts.find(text => text.startsWith(begin));
    if (found === undefined) throw new Error(`the README does not say ${begin}…`);
    return found.replace(/ +#.*$/, '');
  });
}

/** Who types is root already, and there is no sudo on the smallest Debian. */
const asRoot = (command: string) => command.replace(/^sudo /, '');
const until = (command: string) => `timeout --foreground -s INT ${FOLLOWED_S} ${asRoot(command)}`;

/** On a terminal, whose user answers. */
function asks(command: string, answer: string): string {
  return `(sleep 3; echo ${answer}; sleep ${FOLLOWED_S}) | script -qec '${command}' /dev/null`;
}

function typed(machine: Machine, command: string, answer?: string) {
  const line = asRoot(command);
  return machine.run(
    `cd /root && ${answer === undefined ? line : `(sleep 3; echo ${answer}; sleep 5) | script -qec '${line}' /dev/null`}`,
  );
}
