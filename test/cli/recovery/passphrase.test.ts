import { PassThrough } from 'node:stream';
import t from 'tap';
import { ask, askNew, canAsk, checkLength, passphraseIn, type Terminal } from '../../../src/cli/recovery/passphrase.ts';
import { progressLine } from '../../../src/cli/recovery/progress.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

/** A terminal without a person: what is typed is written into it. */
function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const raw: boolean[] = [];
  const setRawMode = (on: boolean) => raw.push(on);
  const made: Terminal = { input: Object.assign(input, { isTTY: true, setRawMode }), output };
  return { made, raw, type: (text: string) => input.write(text), shown: () => String(output.read() ?? '') };
}

t.test('a passphrase is typed without being shown, with corrections', async t => {
  const { made, raw, type, shown } = terminal();
  t.equal(canAsk(made), true);
  const answer = ask(made, 'Passphrase: ');
  type('wrong\x15horxe\x7f\x7f');
  type('se\r');
  t.equal(await answer, 'horse');
  t.equal(shown(), 'Passphrase: \n');
  t.same(raw, [true, false], 'the terminal is as it was');
});

t.test('a new one is asked for twice', async t => {
  const right = terminal();
  const same = askNew(right.made);
  right.type('correct horse\rcorrect horse\r');
  t.equal(await same, 'correct horse');
  const wrong = terminal();
  const other = askNew(wrong.made);
  wrong.type('correct horse\rcorrect house\r');
  await t.rejects(other, /the two passphrases differ: nothing was written/);
});

t.test('Ctrl-C ends the question', async t => {
  const { made, raw, type } = terminal();
  const answer = ask(made, '? ');
  type('half\x03');
  await t.rejects(answer, /stopped/);
  t.same(raw, [true, false]);
});

t.test('the first line of a file is one', async t => {
  const dir = t.testdir({ good: 'correct horse\r\nbattery\n', empty: '\n' });
  t.equal(passphraseIn(`${dir}/good`), 'correct horse');
  t.throws(() => passphraseIn(`${dir}/empty`), /empty is empty: write the passphrase into its first line/);
  t.throws(() => passphraseIn(`${dir}/none`), /none does not exist/);
  t.throws(() => checkLength('horse'), /has 5 characters: choose one of at least 8/);
  t.equal(canAsk({ input: new PassThrough(), output: new PassThrough() }), false);
});

t.test('progress is one line at a terminal, and nothing elsewhere', async t => {
  const clock = new ManualClock();
  const written: string[] = [];
  const output = { isTTY: true, write: (text: string) => written.push(text) };
  const line = progressLine(output, clock);
  line.show('packing', 1, 4);
  line.show('packing', 2, 4);
  await clock.advance(100);
  line.show('packing', 3, 4);
  line.show('checking', 0, 0);
  line.end();
  line.end();
  t.same(
    written.map(text => text.slice('\r\x1b[2K'.length)),
    ['packing 25 %', 'packing 75 %', 'checking', ''],
  );
  const silent = progressLine({ write: () => t.fail('it is not read') }, clock);
  silent.show('packing', 1, 4);
  silent.end();
});
