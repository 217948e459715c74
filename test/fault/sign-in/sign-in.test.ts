import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import t from 'tap';
import { openScene } from '../../identity/signin/scene.ts';

t.setTimeout(240_000);

const PROCESS = join(import.meta.dirname, 'sign-in-process.ts');
const ROUNDS = 2;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** A service center of its own, of which only refreshing is asked. */
async function started(path: string) {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [PROCESS, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    ask: (token: string) => void child.stdin.write(`${token}\n`),
    answer: async (): Promise<Tokens> => JSON.parse((await lines.next()).value ?? ''),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

t.test('a client whose answer was lost with the process gets the same tokens from the next', async t => {
  const scene = await openScene(t);
  await scene.user();
  const { refresh_token, as } = await scene.in();
  const { path } = scene;
  await scene.close();
  let token = refresh_token;
  let held: Tokens | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const first = await started(path);
    first.ask(token);
    // Every other time it dies before it has answered: what it had done by then is its own affair.
    const lost = round % 2 === 0 ? await first.answer() : undefined;
    await first.kill();
    const next = await started(path);
    next.ask(token);
    held = await next.answer();
    if (lost) t.same(held, lost, 'the same');
    next.ask(token);
    t.same(await next.answer(), held, 'and once more');
    await next.kill();
    token = held.refresh_token;
  }
  const again = await openScene(t, { path });
  t.equal(await again.refusal('GetProfile', {}, { ...as, token: held?.access_token }), 'none', 'nobody was signed out');
  t.same(await again.events('security.token_reuse_detected'), []);
});
