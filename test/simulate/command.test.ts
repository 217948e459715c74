import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type TestAuthority, testAuthority } from '../peers/certificates.ts';
import { agree, bareCenter } from './bare-center.ts';

const main = new URL('../../src/cli/program.ts', import.meta.url).href;
const script = `const { run } = await import(${JSON.stringify(main)}); process.exitCode = await run(process.argv.slice(1));`;

function simulate(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const all = ['--input-type=module', '-e', script, 'simulate', 'base-station', ...args];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', text => (out += text));
  child.stderr.on('data', text => (err += text));
  return new Promise(resolve => child.on('close', code => resolve({ code, out, err })));
}

const authority = await testAuthority();

async function bundle(dir: string, from: TestAuthority, commonName: string): Promise<string> {
  const { cert, key } = await from.client(commonName);
  for (const [name, content] of Object.entries({ 'ca.crt': from.ca, 'client.crt': cert, 'client.key': key })) {
    writeFileSync(join(dir, name), content);
  }
  return dir;
}

t.test('the command reports uplinks of the station its certificate names, and prints totals', async t => {
  await using center = await bareCenter(authority);
  const dir = await bundle(t.testdir(), authority, '70b3d59cd0000001');
  const { code, out, err } = await simulate(
    ...['--bundle', dir, '--port', String(center.port), '--count', '50', '--payload', '0180ff', '--json'],
  );
  t.equal(err, '');
  t.equal(code, 0);
  t.match(JSON.parse(out), { sent: 50, acknowledged: 50, lost: 0 });
  t.match(await center.lines[0]?.seen('con'), { bsEui: 0x70b3d59cd0000001n });
  t.match(await center.lines[0]?.seen('ulData'), { epEui: 0xfe0000000000e101n, userData: [1, 128, 255] });
});

t.test('a refused uplink is exit code 1', async t => {
  await using center = await bareCenter(authority, m =>
    m.command === 'ulData' ? { command: 'error', opId: m.opId, code: 71, message: 'no' } : agree(m),
  );
  const dir = await bundle(t.testdir(), authority, 'shared');
  const { code, out } = await simulate(
    ...['--bundle', dir, '--port', String(center.port), '--eui', '70b3d59cd0000001', '--count', '2'],
  );
  t.equal(code, 1);
  t.match(out, '2 refused');
});

t.test('wrong usage is exit code 2 and says what is missing', async t => {
  const [nothing, noKey] = await Promise.all([simulate(), simulate('--bundle', '.', '--attach')]);
  t.equal(nothing.code, 2);
  t.match(nothing.err, '--bundle');
  t.equal(noKey.code, 2);
  t.match(noKey.err, '--network-key');
});
