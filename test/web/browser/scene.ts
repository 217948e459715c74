// A real service center in a process of its own, and a real browser before it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import AxeBuilder from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { bareEnvironment, main } from '../../cli/waystation.ts';

export const CHROMIUM = '/usr/bin/chromium';
/** On a busy machine a start takes its time; nothing is measured by it. */
const PATIENCE_MS = 180_000;

export interface OpenBrowser extends AsyncDisposable {
  browser: Browser;
  /** What the pages complained of: console errors, breaches of the policy, unhandled rejections, requests to other hosts. */
  complaints: string[];
  page(options?: { width?: number; theme?: 'light' | 'dark'; language?: 'en' | 'de' }): Promise<Page>;
}

export interface Scene extends OpenBrowser {
  url: string;
  bssciPort: number;
  /** Starts another program of the command line, ended with the scene. */
  run(args: readonly string[]): ChildProcess;
  /** Ends the service center in order, and starts it again on the same data. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** @param more settings; `{gateway}` in them is the port of the console */
export async function openScene(
  folder: string,
  args: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<Scene> {
  const [gateway, bssci, scaci, core, health, gatewayHealth] = await freePorts(6);
  const env = {
    ...bareEnvironment,
    // RSA takes seconds of a start
    PLATFORM_PKI_KEY_TYPE: 'ec-p256',
    PLATFORM_GATEWAY_PORT: String(gateway),
    PLATFORM_BSSCI_PORT: String(bssci),
    PLATFORM_SCACI_PORT: String(scaci),
    PLATFORM_CORE_PORT: String(core),
    PLATFORM_HEALTH_CORE_PORT: String(health),
    PLATFORM_HEALTH_GATEWAY_PORT: String(gatewayHealth),
    ...Object.fromEntries(
      Object.entries(more).map(([name, text]) => [name, text.replace('{gateway}', String(gateway))]),
    ),
  };
  const children: ChildProcess[] = [];
  const run = (words: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, [main, ...words], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  };
  const url = `http://127.0.0.1:${gateway}`;
  let served: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const log: string[] = [];
    served = run(['serve', ...args]);
    for (const stream of [served.stdout, served.stderr])
      stream?.on('data', (text: Buffer) => log.push(text.toString()));
    await answers(url, () => log.join(''));
  };
  const stop = async (): Promise<void> => {
    const ended = served && once(served, 'exit');
    served?.kill('SIGTERM');
    await ended;
  };
  await start();
  const console = await openBrowser(url);
  return {
    ...console,
    url,
    bssciPort: bssci ?? 0,
    run,
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await console[Symbol.asyncDispose]();
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

/** @param executablePath of Chromium, where it is not the one of Debian as it is */
export async function openBrowser(url: string, executablePath = CHROMIUM): Promise<OpenBrowser> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const complaints: string[] = [];
  return {
    browser,
    complaints,
    async page({ width = 1440, theme = 'light', language = 'en' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        acceptDownloads: true,
        locale: 'en-GB',
        bypassCSP: false,
      });
      await context.addCookies([{ name: 'ws_ui', value: `${theme}.${language}`, url }]);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      page.on('console', message => {
        // that of an answer does not say of which; the answer below does
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text());
      });
      page.on('response', response => {
        if (response.status() >= 400) complaints.push(`${response.status()} ${response.url().replace(url, '')}`);
      });
      page.on('pageerror', error => complaints.push(error.message));
      page.on('request', request => {
        if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) complaints.push(request.url());
      });
      return page;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Ports that nothing listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map(server => new Promise(resolve => server.once('listening', resolve))));
  const ports = servers.map(server => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))));
  return ports;
}

async function answers(url: string, log: () => string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const response = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined);
    if (response?.ok && (await response.text()).includes('id="app"')) return;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  throw new Error(`no console at ${url}: ${log()}`);
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds on a page as it is, one line per rule and element. */
export async function violations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  // by the debugger, since the policy of the page lets no script in
  await session.send('Runtime.evaluate', { expression: AxeBuilder.source });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
      JSON.stringify(violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return JSON.parse(String(result.value ?? '[]')) as string[];
}
