import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import t, { type Test } from 'tap';
import { Center } from '../peers/center.ts';
import { euiOf, uplink } from '../peers/telegrams.ts';
import { openBrowser } from './chromium.ts';

t.setTimeout(240_000);

const root = join(import.meta.dirname, '..', '..');
/** That of Debian, for which there are the packages that the manual names. */
const PYTHON = '/usr/bin/python3';
const EUI = '70b3d56770110001';
/** In the manual; in each, something else stands where the service center is. */
const SHOWN = { address: '127.0.0.1:9090', url: 'http://192.168.1.10:9090' };

const manual = readFileSync(join(root, 'docs', 'clients.md'), 'utf8');
const examples = (language: string) =>
  [...manual.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);
const [overGrpc = '', overFetch = '', overConnect = ''] = examples('js');
const [python = ''] = examples('python');

/** A service center with an endpoint of which three messages are stored, and an empty folder for a client. */
async function heard(t: Test, origins: readonly string[] = []) {
  const dir = t.testdir({ data: {}, client: {} });
  const center = await Center.start({
    dir: join(dir, 'data'),
    settings: { gateway: { cors_origins: [...origins] } },
  });
  t.teardown(() => center[Symbol.asyncDispose]());
  await center.api.call('CreateEndPoint', { endpoint: { ep_eui: EUI, name: 'meter', ep_class: 'Z' } });
  const station = await center.baseStation({ bsEui: '70b3d59cd0000001' });
  for (const packetCnt of [1, 2, 3]) {
    await station.start('ulData', uplink({ epEui: euiOf(EUI), packetCnt, userData: Uint8Array.of(packetCnt) }));
  }
  await center.clock.advance(2000);
  const client = join(dir, 'client');
  symlinkSync(join(root, 'node_modules'), join(client, 'node_modules'));
  return { center, client };
}

/** What a program prints until it has printed what is wanted. */
async function printed(
  t: Test,
  command: string,
  args: readonly string[],
  cwd: string,
  wanted: RegExp,
): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => void child.kill('SIGKILL'));
  let text = '';
  const ended = once(child, 'close');
  await new Promise<void>(resolve => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', part => {
        text += part;
        if (wanted.test(text)) resolve();
      });
    }
    child.once('close', () => resolve());
  });
  child.kill('SIGKILL');
  await ended;
  return text;
}

/** The endpoint, and what is behind the message that was seen. */
const SAID = new RegExp(`^${EUI} meter\\n2 ${EUI}(?: 02)?\\n3 ${EUI}(?: 03)?\\n`);

t.test('the client in Node.js of the manual runs', async t => {
  const { center, client } = await heard(t);
  writeFileSync(join(client, 'client.mjs'), at(center, overGrpc));
  cpSync(join(root, 'proto'), join(client, 'proto'), { recursive: true });
  const text = await printed(t, process.execPath, ['client.mjs'], client, /(?=.*^3 ).* meter$/ms);
  // Both calls are made at once.
  t.match(text, /^70b3d56770110001 meter$/m);
  t.match(text, /^2 70b3d56770110001 02\n3 70b3d56770110001 03$/m);
});

const noPython =
  spawnSync(PYTHON, ['-c', 'import grpc, google.protobuf']).status === 0
    ? false
    : 'python3-grpcio and python3-protobuf are not installed';

t.test('the client in Python of the manual runs', { skip: noPython }, async t => {
  const { center, client } = await heard(t);
  writeFileSync(join(client, 'client.py'), at(center, python));
  mkdirSync(join(client, 'proto'));
  cpSync(join(root, 'proto', 'platform.binpb'), join(client, 'proto', 'platform.binpb'));
  t.match(await printed(t, PYTHON, ['-u', 'client.py'], client, /^3 /m), SAID);
});

t.test('the page of the manual runs in a browser: by fetch, by Connect and by gRPC-Web', async t => {
  const site = createServer((request, response) => {
    const isSchema = request.url === '/platform.binpb';
    response.setHeader('content-type', isSchema ? 'application/octet-stream' : 'text/html');
    response.end(isSchema ? readFileSync(join(root, 'proto', 'platform.binpb')) : '<!doctype html><title>page</title>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  t.teardown(() => void site.close());
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const { center, client } = await heard(t, [origin]);
  const browser = await openBrowser(t);
  await browser.open(origin);
  const endpoints = `(async () => { ${at(center, overFetch)}; return endpoints.map(({ epEui, name }) => epEui + ' ' + name).join(); })()`;
  t.equal(await browser.value(endpoints), `${EUI} meter`);
  for (const transport of ['createGrpcWebTransport', 'createConnectTransport']) {
    const text = at(center, overConnect).replace('= createGrpcWebTransport({', `= ${transport}({`);
    writeFileSync(join(client, 'page.mjs'), text);
    const { outputFiles } = await build({
      ...{ entryPoints: [join(client, 'page.mjs')], bundle: true, format: 'esm', write: false, logLevel: 'silent' },
      ...{ target: 'es2022', absWorkingDir: client },
    });
    const run = `new Promise((resolve, reject) => {
      let said = '';
      console.log = (...words) => { said += words.join(' ') + '\\n'; if (/^3 /m.test(said)) resolve(said); };
      addEventListener('error', ({ message }) => reject(new Error(message)));
      const script = document.createElement('script');
      script.type = 'module';
      script.textContent = ${JSON.stringify(outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script')};
      document.body.append(script);
    })`;
    t.match(await browser.value(run), SAID, transport);
  }
});

function at({ ports }: Center, text: string): string {
  if (text === '') throw new Error('the manual has no such example');
  return text
    .replaceAll(SHOWN.address, `127.0.0.1:${ports.gateway}`)
    .replaceAll(SHOWN.url, `http://127.0.0.1:${ports.gateway}`);
}
