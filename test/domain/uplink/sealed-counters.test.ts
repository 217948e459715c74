import t from 'tap';
import { type Posting, PostingKind } from '../../../src/domain/message/postings.ts';
import { SealedCounters } from '../../../src/domain/uplink/sealed-counters.ts';
import { random } from '../message/log-store.ts';

/** Blocks of one endpoint's messages that count how often one of them is read. */
function blocksOf(endpoint: number) {
  const blocks = new Map<number, Posting>();
  const read = { postings: 0 };
  return {
    read,
    seal(messages: readonly (readonly [seq: number, counter: number])[]) {
      blocks.set(messages[0]?.[0] ?? 0, {
        seqs: messages.map(([seq]) => seq),
        counters: messages.map(([, counter]) => counter),
      });
    },
    blocksAfter: (firstSeq: number) => [...blocks.keys()].filter(first => first > firstSeq),
    linesIn({ firstSeq }: { firstSeq: number }, kind: number, key: number): Posting {
      read.postings++;
      const none = { seqs: [], counters: [] };
      return kind === PostingKind.endpoint && key === endpoint ? (blocks.get(firstSeq) ?? none) : none;
    },
  };
}

for (const maxKept of [100_000, 50]) {
  t.test(`sealed messages are found by their counter, with room for ${maxKept}`, async t => {
    const history = blocksOf(7);
    const counters = new SealedCounters(history, maxKept);
    const next = random(4);
    const all: (readonly [seq: number, counter: number])[] = [];
    for (let block = 0; block < 20; block++) {
      const messages = Array.from({ length: 60 }, (_, i) => {
        return [block * 100 + i + 1, next() < 0.1 ? 2 ** 32 - 1 : Math.floor(next() * 200)] as const;
      });
      history.seal(messages);
      all.push(...messages);
      for (const wanted of [0, 3, 77, 199, 200, 2 ** 32 - 1]) {
        const expected = all.flatMap(([seq, counter]) => (counter === wanted ? [seq] : [])).reverse();
        t.same([...counters.with(7, wanted)], expected, `counter ${wanted} after block ${block}`);
        t.same([...counters.with(8, wanted)], [], 'of another endpoint');
      }
    }
  });
}

t.test('a device whose counter goes backwards reads no block twice, however long the history is', async t => {
  const history = blocksOf(7);
  const counters = new SealedCounters(history);
  for (let block = 0; block < 50; block++) {
    history.seal([[block * 10 + 1, 5000 - block]]);
    for (let n = 0; n < 30; n++) t.same([...counters.with(7, n)], []);
  }
  t.equal(history.read.postings, 50);
});

t.test('what was read is read again after a write that failed', async t => {
  const history = blocksOf(7);
  const counters = new SealedCounters(history);
  history.seal([[1, 4]]);
  t.same([...counters.with(7, 4)], [1]);
  history.seal([[1, 5]]);
  counters.forget();
  t.same([...counters.with(7, 4)], []);
  t.same([...counters.with(7, 5)], [1]);
});
