import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { lockDataDir } from '../../../src/config/lock.ts';
import { RESET_MARK } from '../../../src/upkeep/reset/unfinished-reset.ts';
import { filled } from '../../upkeep/filled.ts';
import { bareEnvironment, main, waystation } from '../waystation.ts';

// Each command is a process of its own.
t.setTimeout(300_000);

const original = await filled(join(t.testdir(), 'data'));

function box(dir: string): string {
  cpSync(original, join(dir, 'data'), { recursive: true });
  return dir;
}

/** The command at a terminal of its own, as `script` of util-linux makes one. */
class AtTerminal {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number>;
  shown = '';

  constructor(cwd: string, args: readonly string[]) {
    const command = [process.execPath, main, ...args].map(each => `'${each}'`).join(' ');
    this.#child = spawn('script', ['-q', '-e', '-f', '-c', command, '/dev/null'], {
      cwd,
      env: { ...bareEnvironment, TERM: 'dumb' },
    });
    this.#child.stdout.on('data', text => (this.shown += text));
    this.ended = new Promise(resolve => this.#child.on('close', code => resolve(code ?? -1)));
  }

  async shows(text: string): Promise<void> {
    while (!this.shown.includes(text)) {
      const gone = this.ended.then(() => Promise.reject(new Error(`ended before "${text}": ${this.shown}`)));
      await Promise.race([gone, new Promise(resolve => this.#child.stdout.once('data', resolve))]);
    }
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }
}

const QUESTION = 'Type reset to go on: ';

t.test('at a terminal everything that goes is named, and only the word removes it', async t => {
  const cwd = box(t.testdir());
  const before = readdirSync(join(cwd, 'data'), { recursive: true }).length;
  for (const answer of ['yes\r', '\r', '\x03', '\x04']) {
    const refused = new AtTerminal(cwd, ['reset']);
    await refused.shows(QUESTION);
    t.match(refused.shown, /This removes everything of this box in .*data, and it cannot be taken back:/);
    t.match(refused.shown, /master key \(1 file, 0\.0 MB\)[\s\S]*database: messages, endpoints/);
    refused.type(answer);
    t.equal(await refused.ended, 1, JSON.stringify(answer));
    t.match(refused.shown, /nothing was removed/);
    t.equal(readdirSync(join(cwd, 'data'), { recursive: true }).length, before);
  }
  const first = new AtTerminal(cwd, ['reset']);
  await first.shows(QUESTION);
  const second = await waystation(cwd, ['reset', '--yes']);
  t.equal(second.code, 1, 'while one asks, another does not act');
  t.match(second.stderr, /data is in use by process \d+: stop it first/);
  first.type('reset\r');
  t.equal(await first.ended, 0, first.shown);
  t.match(first.shown, /removed {3}master key/);
  t.match(first.shown, /keys {6}3 files with keys were written over before they were removed/);
  t.match(first.shown, /no word {3}memory cards and SSDs write elsewhere/);
  t.match(first.shown, /data is as a first start finds it/);
  t.same(readdirSync(join(cwd, 'data')), []);
});

t.test('where nobody can be asked, it takes --yes; a service that runs is left alone', async t => {
  const cwd = box(t.testdir());
  const asked = await waystation(cwd, ['reset']);
  t.equal(asked.code, 2);
  t.match(asked.stderr, /nobody can be asked here: --yes removes everything of this box/);
  const json = await waystation(cwd, ['reset', '--json']);
  t.equal(json.code, 2);
  const lock = await lockDataDir(join(cwd, 'data'));
  const held = await waystation(cwd, ['reset', '--yes']);
  await lock.release();
  t.equal(held.code, 1);
  t.match(held.stderr, new RegExp(`is in use by process ${process.pid}: stop it first`));
  t.ok(existsSync(join(cwd, 'data/master.key')), 'nothing was removed');
  const typo = await waystation(cwd, ['reset', '--yes', '--data-dir', 'dota']);
  t.equal(typo.code, 1);
  t.match(typo.stderr, /there is no data in .*dota/);
});

t.test('a reset that was cut is said by every start and command, and goes on', async t => {
  const cwd = box(t.testdir());
  writeFileSync(join(cwd, 'waystation.yaml'), 'bssci_port: 0\n');
  writeFileSync(join(cwd, 'data', RESET_MARK), '');
  writeFileSync(join(cwd, 'data/notes.txt'), 'mine');
  const commands = [['serve'], ['rekey'], ['database', 'compact'], ['init'], ['certs', 'status']];
  for (const args of commands) {
    const { code, stderr } = await waystation(cwd, args);
    t.equal(code, 65, 'as the unit knows it: no restart mends it');
    t.match(
      stderr,
      /a reset of .*data was cut before its end and keys are gone: run waystation reset again, then start/,
    );
  }
  const { code, stdout, stderr } = await waystation(cwd, ['reset', '--yes', '--json']);
  t.equal(code, 0, stderr);
  const done = JSON.parse(stdout);
  t.match(done, { data_dir: join(cwd, 'data'), resumed: true, spared: [] });
  t.same(
    done.left.map(({ path }: { path: string }) => path),
    [join(cwd, 'data/notes.txt'), join(cwd, 'waystation.yaml')],
  );
  t.equal(done.not_promised.length, 3);
  const again = await waystation(cwd, ['reset', '--yes']);
  t.match(again.stdout, /^there is nothing of a box in .*data\n/);
});
