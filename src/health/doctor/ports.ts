import { connect, createServer } from 'node:net';
import { fail, ok, type Verdict, warn } from '../../kit/faults/finding.ts';
import { reachable } from '../../kit/net/reachable.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Check, Scene } from './examine.ts';

/** A listener of this machine answers at once. */
const ANSWER_MS = 2000;

export const portChecks: readonly Check[] = [
  {
    name: 'server',
    run: ({ server, config }) =>
      server === undefined
        ? ok(`none runs on ${config.data_dir}`)
        : ok(`runs on ${config.data_dir}${server === null ? '' : ` as process ${server}`}`),
  },
  {
    name: 'ports',
    run: scene =>
      Promise.all(
        scene.listeners.map(listener => (scene.server === undefined ? free(listener) : answered(listener, scene))),
      ),
  },
  {
    name: 'health',
    async run({ server, listeners, version }) {
      const page = listeners.find(({ name }) => name === 'health_core');
      if (server === undefined || !page || page.port === 0) return ok('told by a running server');
      return judge(await healthOf(page.host, page.port), version);
    },
  },
];

/** What `/health` answers, as far as it is used here. */
interface Health {
  readonly status: string;
  readonly version: string;
  readonly components: readonly { readonly name: string; readonly healthy: boolean; readonly detail: string }[];
}

/** @throws Error when it does not answer */
async function healthOf(host: string, port: number): Promise<Health> {
  const at = reachable(host);
  const url = `http://${at.includes(':') ? `[${at}]` : at}:${port}/health`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  return (await answer.json()) as Health;
}

function judge({ status, version: running, components }: Health, version: string): Verdict[] {
  const failed = components.filter(({ healthy }) => !healthy);
  // The page does not say which of the working parts is degraded.
  const named = (failed.length > 0 ? failed : components).filter(({ detail }) => detail !== '');
  const text = `${status}, ${named.map(({ name, detail }) => `${name}: ${detail}`).join('; ')}`;
  const verdicts = [
    status === 'healthy'
      ? ok(`${status}, ${components.length} parts`)
      : (status === 'degraded' ? warn : fail)(text, 'look into the log of the service'),
  ];
  if (running === version) return verdicts;
  return [...verdicts, warn(`the server runs release ${running}, this is ${version}`, 'restart the service')];
}

type Listener = Scene['listeners'][number];

async function answered({ name, host, port }: Listener, { clock }: Scene): Promise<Verdict> {
  if (port === 0) return ok(`${name}: a free port was chosen at the start`);
  if (await answers(host, port, clock)) return ok(`${name}: port ${port} is answered`);
  return fail(
    `${name}: the server runs, but nobody answers on ${host} port ${port}`,
    'look into its log, or compare the configuration it was started with',
  );
}

function answers(host: string, port: number, clock: Clock): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host: reachable(host), port });
    const end = (answered: boolean) => {
      late.cancel();
      socket.destroy();
      resolve(answered);
    };
    const late = clock.after(ANSWER_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

function free({ name, host, port }: Listener): Promise<Verdict> {
  if (port === 0) return Promise.resolve(ok(`${name}: any free port`));
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(refused(name, host, port, error)));
    server.listen({ host, port, exclusive: true }, () =>
      server.close(() => resolve(ok(`${name}: port ${port} is free`))),
    );
  });
}

function refused(name: string, host: string, port: number, { code, message }: NodeJS.ErrnoException): Verdict {
  const what = `${name}: port ${port} on ${host}`;
  if (code === 'EADDRINUSE')
    return fail(`${what} is in use by another program`, 'stop that program, or choose another port');
  if (code === 'EACCES') return fail(`${what} may not be opened by this user`, 'choose a port above 1023');
  if (code === 'EADDRNOTAVAIL') return fail(`${what}: ${host} is no address of this machine`, 'correct the address');
  return fail(`${what}: ${message}`, 'correct the address or the port');
}
