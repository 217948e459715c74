import { readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildConsole, type ConsoleBuild, SOURCES } from '../../web/build.ts';
import { matchRoute } from '../../web/routes.ts';

const root = join(import.meta.dirname, '../..');

/** The policy that the console is served with, so that a breach of it shows while one works. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
  "trusted-types 'none'";

/** Serves the console from source, built anew when a file has changed, and passes calls of the API on. */
export async function serveConsole({ entry, api, port }: { entry: string; api: URL; port: number }): Promise<string> {
  const built = newest(entry);
  const server = createServer((incoming, answer) => {
    serve(incoming, answer).catch(cause => {
      answer.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      answer.end(cause instanceof Error ? cause.message : String(cause));
    });
  });
  const serve = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    const { index, files } = await built();
    const file = files.find(({ path }) => `/${path}` === pathname);
    if (file) {
      answer.writeHead(200, { 'content-type': file.type });
      answer.end(file.bytes);
      return;
    }
    const page = incoming.headers.accept?.includes('text/html') === true && !/^\/(api|auth)\//.test(pathname);
    if (!page) return pass(incoming, answer, api);
    const [theme = 'system', language = 'en'] =
      /ws_ui=(\w+)\.(\w+)/.exec(incoming.headers.cookie ?? '')?.slice(1) ?? [];
    answer.writeHead(matchRoute(pathname) ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
    });
    answer.end(index.replace('{{lang}}', language).replace('{{theme}}', theme));
  };
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** The build of what the files are now. */
function newest(entry: string): () => Promise<ConsoleBuild> {
  let changed = 0;
  let build: Promise<ConsoleBuild> | undefined;
  return () => {
    const latest = Math.max(...SOURCES.flatMap(source => timesBelow(join(root, source))));
    if (!build || latest !== changed) build = buildConsole({ development: false, entry });
    changed = latest;
    return build;
  };
}

function timesBelow(path: string): number[] {
  const stat = statSync(path);
  if (!stat.isDirectory()) return [stat.mtimeMs];
  return readdirSync(path, { recursive: true }).map(file => statSync(join(path, String(file))).mtimeMs);
}

function pass(incoming: IncomingMessage, answer: ServerResponse, api: URL): void {
  const { host: _, origin: __, ...headers } = incoming.headers;
  const onward = request(
    new URL(incoming.url ?? '/', api),
    { method: incoming.method ?? 'GET', headers: { ...headers, host: api.host } },
    reply => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    },
  );
  onward.on('error', () => {
    if (!answer.headersSent) answer.writeHead(502);
    answer.end();
  });
  answer.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
