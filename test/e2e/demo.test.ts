import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import t, { type Test } from 'tap';
import { openDb } from '../../src/database/driver.ts';
import { anyPorts, bareEnvironment, main, waystation } from '../cli/waystation.ts';
import { Center } from '../peers/center.ts';

t.setTimeout(120_000);

/** Both sensors of the demo, and one of them again. */
const UPLINKS = 3;

/** Runs the demo until its lines are enough. @returns its lines, what it logged, and how it ended */
async function demo(t: Test, cwd: string, isEnough: (lines: readonly string[]) => boolean) {
  const child = spawn(process.execPath, [main, 'serve', '--demo'], {
    cwd,
    env: { ...bareEnvironment, ...anyPorts },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  t.teardown(() => child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (text: Buffer) => {
    log += text.toString();
    // It would go on for ever without what is waited for.
    if (/"level":[456]0/.test(log)) child.kill('SIGTERM');
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (isEnough(lines)) child.kill('SIGTERM');
  }
  return { lines, log, exit: await exit };
}

t.test('the demo shows every attach, uplink and downlink until it is stopped', async t => {
  const cwd = t.testdir();
  const of = (kind: string, lines: readonly string[]) => lines.filter(line => line.includes(`  ${kind}  `));
  const { lines, log, exit } = await demo(
    t,
    cwd,
    lines => of('uplink', lines).length >= UPLINKS && of('downlink', lines).some(text => text.includes('acknowledged')),
  );
  const uplinks = of('uplink', lines);
  t.same(exit, [0, null], 'it ends in order', { log });
  t.ok(uplinks.length >= UPLINKS, 'uplinks arrived', { log });
  t.match(of('attach', lines), [
    / {2}attach {2}fe0000000000e101 over the air/,
    / {2}attach {2}fe0000000000e102 over the air/,
  ]);
  for (const line of uplinks) {
    t.match(
      line,
      /^\d\d:\d\d:\d\d {2}uplink {2}fe0000000000e10[12] \(demo sensor [12]\) {2}#\d+ {2}\d\d(\.\d)? °C {2}\d\d(\.\d)? % {2}.* dBm .* dB {2}2 stations$/,
    );
  }
  const sent = 'id 1 sent by 70b3d59cd000000[12] in the window of #1: 01';
  const downlinks = ['id 1 queued: 01', sent, 'id 1 acknowledged with #2'];
  t.match(
    of('downlink', lines),
    downlinks.map(what => new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}downlink {2}fe0000000000e101 {2}${what}$`)),
  );
  const address = (line: string) => /Open https?:\/\/127\.0\.0\.1:\d+\/$/.test(line);
  t.ok(lines.some(address), 'it says where to go on', { lines });
  t.equal(log, '', 'nothing buries its lines, and nothing went wrong');

  const again = await demo(t, cwd, lines => lines.some(address));
  t.same(again.exit, [0, null]);
  t.equal(again.log, '', 'nothing is said of what there is already');
  t.notMatch(again.lines.join('\n'), /exist|already/i);
});

t.test('a demo that cannot go on, as after another master key, ends by itself with one sentence', async t => {
  const cwd = t.testdir();
  const dir = `${cwd}/data`;
  {
    await using center = await Center.start({ dir });
    await center.endpoint({ ep_eui: 'fe0000000000e101' });
  }
  const db = openDb(`${dir}/waystation.db`, { engine: 'better-sqlite3', mode: 'upkeep' });
  db.exec('UPDATE endpoint SET nwk_key = randomblob(length(nwk_key))');
  db.close();
  const { code, stderr } = await waystation(cwd, ['serve', '--demo', '--data-dir', dir], anyPorts);
  t.equal(code, 1, stderr);
  t.match(stderr, /(^|\n)waystation: demo sensor fe0000000000e101 could not attach: [^\n]*\n$/);
  t.notMatch(stderr.split('\n').at(-2), /^ {4}at /);

  const off = { ...anyPorts, PLATFORM_SCACI_ENABLED: 'false' };
  const none = await waystation(t.testdir(), ['serve', '--demo'], off);
  t.match(none, { code: 1, stderr: /(^|\n)waystation: the demo ends in an application center: [^\n]*\n$/ });
});
