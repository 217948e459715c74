// Long: for CI and `npm test -- --long`.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import t from 'tap';
import { firstBlock } from './manual/manual.ts';
import { readerScene } from './manual/scene.ts';

// Types for the whole document are made and compiled.
t.setTimeout(240_000);

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program of Node.js. */
function run(cwd: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env.PATH, ...variables } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  child.on('error', reject);
  child.on('close', code => resolve({ code, output }));
  return promise;
}

const tool = (path: string) => resolve('node_modules', path);

/** What the types must notice: what is written in place of what. */
const MISTAKES = {
  "clientDeviceId: 'fe0000000000e102', ": '',
  'params: { path: { id }, query },\n  body': 'params: { query },\n  body',
  'gone?.deleted': 'gone?.delted',
};

t.test('the client of the manual compiles against types made from the document, and works', async t => {
  const dir = t.testdir();
  const reader = await readerScene(t, 'community', ['devices:read', 'devices:write', 'telemetry:read']);
  // The endpoint is there before, and was heard: the device of the client links it.
  const { box } = reader;
  const clientDeviceId = 'fe0000000000e102';
  const configuration = { nwkKey: '000102030405060708090a0b0c0d0e0f', typeEui: '70b3d59cd0000095' };
  const { json: before } = await box.post('/api/v2/devices', {
    name: 'Before',
    physicalDevice: { clientDeviceId, connectionId: 'mioty', configuration },
  });
  await reader.send(clientDeviceId);
  await box.delete(`/api/v2/devices/${before.id}`, undefined, { query: { deleteEndpoint: false } });

  const source = resolve('docs/openapi.json');
  const made = await run(dir, [tool('openapi-typescript/bin/cli.js'), source, '-o', 'waystation.d.ts']);
  t.equal(made.code, 0, made.output);
  const program = firstBlock(readFileSync('docs/rest.md', 'utf8'), 'ts');
  const wrong = Object.entries(MISTAKES).reduce((text, [right, left]) => text.replace(right, left), program);
  const files = { 'program.ts': program, 'wrong.ts': wrong, 'package.json': '{"type":"module"}' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const options =
    '--ignoreConfig --strict --noEmit --target esnext --module nodenext --types node --allowImportingTsExtensions';
  const compiled = await run(dir, [tool('typescript-native/bin/tsc'), ...options.split(' '), 'program.ts', 'wrong.ts']);
  const errors = [...compiled.output.matchAll(/^(.*?)\(.*error TS/gm)].map(([, file]) => file);
  t.same(errors, Object.keys(MISTAKES).fill('wrong.ts'), compiled.output);

  const { code, output } = await run(dir, ['program.ts'], reader.variables);
  const withoutId = output.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} \d{4}/, 'ID YEAR');
  t.same(withoutId.split('\n'), [
    'made ID YEAR',
    'listed Roof fe0000000000e102',
    'rssi -98 dBm',
    'temperature 21.5 °C',
    'changed Loft true',
    'read Loft W/"2"',
    'deleted true',
    'then 404 ErrTokenDeviceNotFound',
    '',
  ]);
  t.equal(code, 0);
});
