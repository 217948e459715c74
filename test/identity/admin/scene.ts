import { join } from 'node:path';
import { pino } from 'pino';
import { startWaystation, type Waystation } from '../../../src/app.ts';
import type { Config, DeepPartial } from '../../../src/config/load.ts';
import type { Log } from '../../../src/kit/log.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

export const EMAIL = 'ada@example.org';
export const PASSWORD = 'correct horse 7 battery';

/** A service center with sign-in, and what it writes into the journal. */
export class SignInCenter implements AsyncDisposable {
  readonly app: Waystation;
  readonly clock: ManualClock;
  readonly lines: readonly string[];

  private constructor(app: Waystation, clock: ManualClock, lines: readonly string[]) {
    this.app = app;
    this.clock = clock;
    this.lines = lines;
  }

  static async start(dir: string, settings: DeepPartial<Config> = {}): Promise<SignInCenter> {
    const lines: string[] = [];
    const clock = new ManualClock(Date.now());
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) }) as Log;
    const app = await startWaystation(
      {
        ...{ data_dir: dir, bssci_host: '127.0.0.1', bssci_port: 0, scaci: { enabled: false } },
        ...{ gateway_port: 0, core_port: 0, health: { core_port: 0, gateway_port: 0 } },
        store: { path: join(dir, 'waystation.db'), synchronous: 'normal' },
        pki: { key_type: 'ec-p256', server_names: ['localhost', '127.0.0.1'] },
        auth: { enabled: true },
        ...settings,
      },
      { clock, log },
    );
    return new SignInCenter(app, clock, lines);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.app.stop();
  }

  get url(): string {
    return `http://127.0.0.1:${this.app.ports.gateway}`;
  }

  /** The link of the journal; undefined: there is none. */
  get link(): string | undefined {
    const line = this.lines.findLast(each => each.includes('/auth/setup'));
    return line === undefined ? undefined : (JSON.parse(line) as { url: string }).url;
  }

  /** @returns status and answer; `token` is that of an error */
  async post(path: string, value: object, headers: Record<string, string> = {}) {
    const response = await fetch(this.url + path, {
      ...{ method: 'POST', body: JSON.stringify(value) },
      headers: { 'content-type': 'application/json', ...headers },
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, token: response.headers.get('x-error-token') ?? '', answer };
  }

  rpc(method: string, value: object, headers: Record<string, string> = {}) {
    return this.post(`/platform.api.v1.PlatformService/${method}`, value, headers);
  }

  /** @returns the headers of who has signed in */
  async signIn(password = PASSWORD, otp = ''): Promise<Record<string, string>> {
    const { token, answer } = await this.rpc('Login', { email: EMAIL, password, otp });
    if (token !== '') throw new Error(token);
    const { tokens, user } = answer as { tokens: { accessToken: string }; user: { id: string } };
    return { authorization: `Bearer ${tokens.accessToken}`, 'x-user-id': user.id };
  }
}
