import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import type { Ending } from '../integrations/drivers/mqtt/scene.ts';

const ARGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--remote-debugging-port=0'],
];
const LISTENING = /^DevTools listening on (ws:\S+)$/;

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** A page of Debian's Chromium, driven over its DevTools protocol. */
export interface BrowserPage {
  /** Goes to an address, and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** Value of an expression in the page; a promise is waited for. */
  value(expression: string): Promise<unknown>;
  /** Makes the window as narrow as that of a phone, in CSS pixels. */
  narrow(width: number): Promise<void>;
  /** Does what leads to another page, and waits until that one is loaded. */
  follow(expression: string): Promise<void>;
}

/** Starts a browser that knows nothing yet; it ends with the test. */
export async function openBrowser(t: Ending): Promise<BrowserPage> {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-browser-'));
  const child = spawn('chromium', [...ARGS, `--user-data-dir=${dir}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  t.teardown(async () => {
    process.off('exit', endWithUs);
    child.kill('SIGKILL');
    await ended;
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  const socket = new WebSocket(await listeningAt(child.stderr));
  await once(socket, 'open');
  t.teardown(() => socket.terminate());

  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  const events = new Map<string, () => void>();
  socket.on('message', text => {
    const answer = JSON.parse(String(text)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    else events.get(answer.method ?? '')?.();
  });
  const send = async (method: string, params: object, sessionId?: string) => {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    const { result = {}, error } = await promise;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = (await send('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string };
  await send('Page.enable', {}, sessionId);
  const loaded = () => new Promise<void>(resolve => events.set('Page.loadEventFired', resolve));
  const value = async (expression: string): Promise<unknown> => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = (await send('Runtime.evaluate', asked, sessionId)) as {
      result: { value?: unknown };
      exceptionDetails?: { text: string };
    };
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  };
  return {
    value,
    async open(url) {
      const done = loaded();
      await send('Page.navigate', { url }, sessionId);
      await done;
    },
    async narrow(width) {
      const metrics = { width, height: 844, deviceScaleFactor: 1, mobile: true };
      await send('Emulation.setDeviceMetricsOverride', metrics, sessionId);
    },
    async follow(expression) {
      const done = loaded();
      await value(expression);
      await done;
    },
  };
}

async function listeningAt(lines: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(lines)) {
    const [, url] = LISTENING.exec(line) ?? [];
    if (url === undefined) continue;
    lines.resume();
    return url;
  }
  throw new Error('chromium has ended');
}
