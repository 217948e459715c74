import { staticFile } from '../../src/rpc/serve/static-files.ts';
import type { Build, ConsoleSource } from '../../src/web/console.ts';

export const SCRIPT = 'console.log("ready");'.repeat(200);
const INDEX = '<!doctype html><html lang="{{lang}}" data-theme="{{theme}}"><title>tiny</title></html>';

/** A console of two pages and two files, which counts how often it is asked for. */
export class TinyConsole implements ConsoleSource {
  asked = 0;
  readonly #build: Build;

  constructor() {
    const files = new Map([
      ['/assets/main-0A1B.js', staticFile('text/javascript; charset=utf-8', { plain: Buffer.from(SCRIPT) })],
      ['/favicon.svg', staticFile('image/svg+xml', { plain: Buffer.from('<svg/>') })],
    ]);
    this.#build = { index: INDEX, file: path => files.get(path) };
  }

  isRoute(path: string): Promise<boolean> {
    return Promise.resolve(path === '/' || /^\/stations(\/[^/]+)?$/.test(path));
  }

  newest(): Promise<Build> {
    this.asked++;
    return Promise.resolve(this.#build);
  }

  shown(): Promise<Build> {
    return this.newest();
  }
}
