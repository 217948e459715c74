import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import options from '@yao-pkg/pkg/lib-es5/options.js';
import pkg from '@yao-pkg/pkg/lib-es5/sea.js';
import { productFlags } from '../install.mjs';
import type { Base, Target } from './base.ts';
import type { Bundle } from './bundle.ts';

/** Flags of Node.js inside the executable, those of `npm start` among them. */
const FLAGS = [
  ...productFlags,
  // node:sqlite is what this is built on, and a person at a terminal can do nothing about its state.
  '--disable-warning=ExperimentalWarning',
  // What is called seldom stays with the baseline compiler: the optimizing one is 7 MB of code that an idling box never maps.
  '--invocation-count-for-turbofan=30000',
  '--invocation-count-for-osr=5000',
  // What a start and a first call ran is compiled again when it is needed again: 7 MB less in an idle box.
  '--bytecode-old-age=1',
  '--flush-baseline-code',
];

/** Puts the bundle into the base binary, with pkg (ADR 16). Its cache is filled beforehand: it downloads nothing. */
export async function executable(target: Target, base: Base, bundle: Bundle, output: string): Promise<void> {
  const range = `node${process.versions.node}`;
  const home = join(base.binary, '..', '..', 'pkg');
  fillCache(home, target, base.binary);
  const beside = `${output}.part`;
  const seaConfig = {
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    useCodeCache: false,
    execArgv: FLAGS,
    assets: bundle.assets,
  };
  options.default.set({});
  // The path of the first script is written into the executable: it is to name no folder of this machine.
  const neutral = join(tmpdir(), 'waystation-package');
  rmSync(neutral, { recursive: true, force: true });
  mkdirSync(neutral, { mode: 0o700 });
  const main = join(neutral, 'main.js');
  copyFileSync(bundle.main, main);
  await withoutNetwork(home, () =>
    pkg.default(main, {
      targets: [{ nodeRange: range, platform: 'linux', arch: target, output: beside }],
      signature: false,
      seaConfig,
    }),
  );
  rmSync(neutral, { recursive: true, force: true });
  renameSync(beside, output);
}

/** Where pkg looks for what it would download, and the marks it leaves when it has checked and unpacked that. */
function fillCache(home: string, target: Target, binary: string): void {
  const name = `node-v${process.versions.node}-linux-${target}`;
  const cache = join(home, '.pkg-cache', 'sea');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(cache, name, 'bin'), { recursive: true });
  const node = join(cache, name, 'bin', 'node');
  symlinkSync(binary, node);
  for (const mark of [`${node}.ok`, join(cache, `${name}.tar.gz`), join(cache, `${name}.tar.gz.ok`)])
    writeFileSync(mark, '');
}

async function withoutNetwork(home: string, act: () => Promise<void>): Promise<void> {
  const { HOME } = process.env;
  const { fetch } = globalThis;
  process.env.HOME = home;
  globalThis.fetch = () =>
    Promise.reject(new Error('pkg wants to download something: its cache is not what it looks for'));
  try {
    await act();
  } finally {
    process.env.HOME = HOME;
    globalThis.fetch = fetch;
  }
}
