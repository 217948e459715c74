import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncPath } from '../../../src/kit/folder.ts';
import { ChildHost } from '../../../src/update/machine/child-host.ts';
import type { Host } from '../../../src/update/machine/host.ts';
import { type Entry, Journal } from '../../../src/update/machine/journal.ts';
import { type Layout, nextProgram, nextUnits } from '../../../src/update/machine/layout.ts';
import { UpdateMachine } from '../../../src/update/machine/machine.ts';
import {
  handOver,
  keepBefore,
  letGo,
  type PackagePlaces,
  placeUnits,
} from '../../../src/update/machine/package-upgrade.ts';
import { putInPlace } from '../../../src/update/machine/programs.ts';
import { clear } from '../../../src/update/machine/take-over.ts';

/** How a release comes: by its package, by a bundle under systemd, by a bundle where this program starts the service itself. */
export const WAYS = ['package', 'bundle', 'child'] as const;
export type Way = (typeof WAYS)[number];

export const OLD = 'the old program, whole';
export const NEW = 'the new program, which is longer, whole';
const UNIT = 'waystation.service';
const TIMES = { readyMs: 100, trialMs: 100, silentMs: 100, everyMs: 10 };

/** A box as far as its files go, below a folder. */
export class UpdatePlaces {
  readonly root: string;
  readonly way: Way;
  readonly layout: Layout;
  readonly places: PackagePlaces;
  readonly #child: ChildHost;

  constructor(root: string, way: Way) {
    this.root = root;
    this.way = way;
    const programs = join(root, 'lib');
    this.layout = { state: join(root, 'state'), programs, systemd: way !== 'child' };
    const installed = join(root, 'bin/waystation');
    const unitFolder = join(root, 'units');
    this.places = { programs, installed, unitFolder, dropIn: join(unitFolder, 'drop-ins/zz-before.conf') };
    this.#child = new ChildHost({
      ...{ layout: this.layout, settings: [], output: { write: () => undefined } },
      ...{ installed: { file: installed, args: [] }, clock: { after: () => ({ cancel() {} }) } },
    });
  }

  /** The old release is installed. */
  make(): void {
    for (const folder of ['', 'lib', 'bin', 'units', 'state']) mkdirSync(join(this.root, folder), { recursive: true });
    syncPath(this.root);
    this.#unpack('old');
  }

  /** As apt does it. @param done called with what is done for good */
  upgrade(done: (what: string) => void): void {
    keepBefore(this.places, 'serve');
    done('kept');
    this.#unpack('new');
    done('unpacked');
    this.configure();
    done('configured');
  }

  configure(): void {
    handOver(this.places);
    letGo(this.places);
  }

  /** As it lies after a release was taken over from a bundle. */
  lieReady(): void {
    const next = nextProgram(this.layout);
    put(next, NEW);
  }

  /** @param told called with each entry when it is on the disk */
  machine(told: (entry: Entry) => void): UpdateMachine {
    let now = 0;
    let runs = '0.1.0';
    const host: Host = {
      memoryBytes: Number.POSITIVE_INFINITY,
      serving: async () => ({ pid: process.pid }),
      start: async which => {
        const program = text(which === 'next' ? nextProgram(this.layout) : this.places.installed);
        if (program !== OLD && program !== NEW) throw new Error(`${which} is ${program}`);
        runs = program === OLD ? '0.1.0' : '0.2.0';
      },
      stop: async () => undefined,
      install: async () => this.install(),
      lastLines: async () => ['the last line'],
    };
    return new UpdateMachine({
      ...{ journal: new Journal(this.layout.state, () => now), folder: this.layout.state, host, times: TIMES, told },
      clock: {
        monotonic: () => now,
        after: (ms, fn) => {
          now += ms;
          queueMicrotask(fn);
          return { cancel() {} };
        },
      },
      rehearse: async () => ({ pauseMs: 10, breaks: false, carries: false }),
      ask: async () => ({ version: runs, ready: true, critical: [] }),
      listeners: async () => undefined,
      commit: () => undefined,
      tidy: () => clear(this.layout),
    });
  }

  perform(told: (entry: Entry) => void) {
    const taken = { from: '0.1.0', to: '0.2.0', form: 'executable', sha256: '00' } as const;
    return this.machine(told).perform(taken, { by: 'a trial', again: true });
  }

  async install(): Promise<void> {
    if (this.way === 'child') return await this.#child.install();
    const next = nextProgram(this.layout);
    if (existsSync(next)) putInPlace(next, this.places.installed);
    placeUnits(nextUnits(this.layout), this.places.unitFolder);
  }

  /** What a start of the machine starts. */
  started(): string | undefined {
    const command = [...(text(this.places.dropIn) ?? '').matchAll(/^ExecStart=(\S+)/gm)].at(-1)?.[1];
    return text(command ?? this.places.installed);
  }

  unit(): string | undefined {
    return text(join(this.places.unitFolder, UNIT));
  }

  /** As dpkg does it: beside, synced, and then in the place. */
  #unpack(release: 'old' | 'new'): void {
    put(this.places.installed, release === 'old' ? OLD : NEW);
    put(join(this.places.unitFolder, UNIT), `${release} unit`);
  }
}

export const text = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

function put(path: string, content: string): void {
  const part = `${path}.dpkg-new`;
  writeFileSync(part, content, { mode: 0o755 });
  syncPath(part);
  renameSync(part, path);
  syncPath(dirname(path));
}
