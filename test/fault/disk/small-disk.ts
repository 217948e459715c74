import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const MB = 1_048_576;
/** A piece that does not fit is cut in halves down to this: the last block of the disk goes, too. */
const PIECE = { most: MB, least: 512 };

/** Why no file system can be mounted here; undefined where it can. */
export function cannotMount(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may mount a file system';
  try {
    SmallDisk.make('tmpfs', 1).end();
    SmallDisk.make('ext4', 8).end();
    return undefined;
  } catch (cause) {
    return `no file system can be mounted: ${(cause as Error).message.trim()}`;
  }
}

/** A small file system of its own, in a folder that is gone with it. */
export class SmallDisk {
  readonly #base: string;
  readonly #fs: 'tmpfs' | 'ext4';
  /** Where it is mounted. */
  readonly path: string;

  private constructor(base: string, fs: 'tmpfs' | 'ext4') {
    this.#base = base;
    this.#fs = fs;
    this.path = join(base, 'disk');
  }

  static make(fs: 'tmpfs' | 'ext4', sizeMb: number): SmallDisk {
    const base = mkdtempSync(join(tmpdir(), 'waystation-disk-'));
    const disk = new SmallDisk(base, fs);
    mkdirSync(disk.path);
    try {
      if (fs === 'tmpfs') execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', disk.path]);
      else {
        execFileSync('truncate', ['-s', `${sizeMb}M`, disk.#image], { stdio: 'pipe' });
        execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', disk.#image], { stdio: 'pipe' });
        disk.#mount();
      }
      return disk;
    } catch (cause) {
      rmSync(base, { recursive: true, force: true });
      throw cause;
    }
  }

  /** Another program's file takes what is left, to the last block. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    const bytes = Buffer.alloc(PIECE.most, 0x5a);
    for (let size: number = PIECE.most; size >= PIECE.least; ) {
      try {
        // A write that fits in part takes that part.
        if (writeSync(file, bytes, 0, size) < size) size /= 2;
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause;
        size /= 2;
      }
    }
    closeSync(file);
  }

  makeRoom(): void {
    rmSync(this.#filler, { force: true });
  }

  /** The kernel meets an error of the card and mounts it read-only under the programs that write there, as it does in the field. */
  turnReadOnly(): void {
    const device = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find(line => line.split(' ')[1] === this.path)
      ?.split(' ')[0];
    writeFileSync(`/sys/fs/ext4/${basename(device ?? '')}/trigger_fs_error`, '1');
  }

  /** What an operator does then: nobody may have a file open. */
  repair(): void {
    execFileSync('umount', [this.path]);
    // 1: errors were found, and mended.
    execFileSync('sh', ['-c', 'e2fsck -f -y "$0" >/dev/null 2>&1; test $? -le 1', this.#image]);
    this.#mount();
  }

  end(): void {
    execFileSync('umount', ['-l', this.path]);
    rmSync(this.#base, { recursive: true, force: true });
  }

  #mount(): void {
    if (this.#fs === 'tmpfs') return;
    execFileSync('mount', ['-o', 'loop,errors=remount-ro', this.#image, this.path], { stdio: 'pipe' });
  }

  get #image(): string {
    return join(this.#base, 'image');
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }
}
