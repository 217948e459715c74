import { closeSync, constants, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
/** What the system says of a name that is there and no folder; of a link to one, too. */
const NO_FOLDER: ReadonlySet<string> = new Set(['ELOOP', 'ENOTDIR']);

/** A folder that stays the one that was opened, whatever takes its name meanwhile. Ends with `using`. */
export class OpenFolder {
  /** As it was named, for a person. */
  readonly path: string;
  readonly #handle: number;
  readonly #way: string;

  private constructor(path: string, handle: number) {
    this.path = path;
    this.#handle = handle;
    this.#way = process.platform === 'linux' ? `/proc/self/fd/${handle}` : path;
  }

  /**
   * @param options.link whether the name itself may be a link
   * @returns undefined where nothing has the name; `no folder` for a link or a file
   * @throws Error of the system
   */
  static open(
    path: string,
    { link = false, shown = path }: { readonly link?: boolean; readonly shown?: string } = {},
  ): OpenFolder | 'no folder' | undefined {
    try {
      return new OpenFolder(shown, openSync(path, O_RDONLY | O_DIRECTORY | (link ? 0 : O_NOFOLLOW)));
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? '';
      if (code === 'ENOENT') return undefined;
      if (NO_FOLDER.has(code)) return 'no folder';
      throw cause;
    }
  }

  /** A folder in this one; no link is followed. */
  folder(name: string): OpenFolder | 'no folder' | undefined {
    return OpenFolder.open(this.at(name), { shown: join(this.path, name) });
  }

  /** The way to a name in this very folder. */
  at(name: string): string {
    return `${this.#way}/${name}`;
  }

  names(): string[] {
    return readdirSync(this.#way).sort();
  }

  /** The names in it stay as they are when the power fails. */
  sync(): void {
    fsyncSync(this.#handle);
  }

  [Symbol.dispose](): void {
    closeSync(this.#handle);
  }
}
