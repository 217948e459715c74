import t from 'tap';
import { cleaned, isPrintable } from '../../src/kit/printable.ts';

/** A character that does not show, and its name. */
const HIDDEN = [
  ['null', '\u0000'],
  ['escape', '\u001b'],
  ['delete', '\u007f'],
  ['C1 control', '\u009b'],
  ['tab', '\t'],
  ['carriage return', '\r'],
  ['zero-width space', '\u200b'],
  ['zero-width joiner', '\u200d'],
  ['right-to-left override', '\u202e'],
  ['right-to-left isolate', '\u2067'],
  ['word joiner', '\u2060'],
  ['byte order mark', '\ufeff'],
  ['soft hyphen', '\u00ad'],
  ['line separator', '\u2028'],
  ['tag', '\u{e0041}'],
  ['half a character', '\ud83d'],
] as const;

t.test('a character that does not show is found, within a line and within several', async t => {
  for (const [name, character] of HIDDEN) {
    t.notOk(isPrintable(`a${character}b`), name);
    t.notOk(isPrintable(`a\n${character}b`, { lines: true }), `${name}, in lines`);
    const kept = cleaned(`a${character}b`);
    t.ok(kept === 'ab' || kept === 'a b', name);
  }
});

t.test('letters of every language, and line ends where they may stand, show', async t => {
  for (const text of ['', 'Zähler 1', '温度计', 'عداد', 'מד', 'm³/h', '🌡️', 'a\'b"c<d>']) {
    t.ok(isPrintable(text), text);
    t.equal(cleaned(text), text);
  }
  t.ok(isPrintable('one\ntwo\r\nthree', { lines: true }));
  t.notOk(isPrintable('one\ntwo'));
  t.notOk(isPrintable('one\rtwo', { lines: true }), 'what overwrites a line ends none');
});

t.test('words that were apart stay apart', async t => {
  t.equal(cleaned('\tACME\r\nGateway\u202e 1\u0000 '), 'ACME  Gateway 1');
});
