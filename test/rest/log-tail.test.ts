import t from 'tap';
import type { StoredMessage } from '../../src/domain/message/log.ts';
import { sharedLog } from '../../src/rest/log-tail.ts';
import { random } from '../domain/message/log-store.ts';
import { ManualClock } from '../peers/manual-clock.ts';

function scene() {
  const clock = new ManualClock();
  const all: StoredMessage[] = [];
  const news = { version: 0 };
  const reads = { count: 0, rows: 0 };
  const after = (seq: number, limit: number) => {
    const rows = all.filter(message => message.seq > seq).slice(0, limit);
    reads.count++;
    reads.rows += rows.length;
    // As the database gives them: other objects each time.
    return rows.map(row => ({ ...row }));
  };
  const log = sharedLog({ store: { read: { messages: { after } } }, clock, news });
  const add = (...seqs: number[]) => {
    for (const seq of seqs) all.push({ seq } as StoredMessage);
    news.version++;
  };
  return { clock, all, reads, log, add };
}

const seqs = (rows: readonly StoredMessage[]) => rows.map(({ seq }) => seq);

t.test('each reader gets every message behind its place, whatever the others read', async t => {
  const next = random(5);
  const { clock, all, log, add } = scene();
  const readers = Array.from({ length: 6 }, () => ({ place: 0, seen: [] as number[] }));
  let seq = 0;
  for (let step = 0; step < 3000; step++) {
    const kind = next();
    if (kind < 0.3)
      add(...Array.from({ length: 1 + Math.floor(next() * 8) }, () => (seq += 1 + Math.floor(next() * 3))));
    else if (kind < 0.35) await clock.advance(Math.floor(next() * 1500));
    else {
      const reader = readers[Math.floor(next() * readers.length)];
      if (!reader) continue;
      const rows = log.after(reader.place, 5);
      reader.seen.push(...seqs(rows));
      reader.place = rows.at(-1)?.seq ?? reader.place;
    }
  }
  for (const reader of readers) {
    for (let rows = log.after(reader.place, 5); rows.length > 0; rows = log.after(reader.place, 5)) {
      reader.seen.push(...seqs(rows));
      reader.place = rows.at(-1)?.seq ?? 0;
    }
    t.same(reader.seen, seqs(all));
  }
});

t.test('readers that follow live read once, and show the same thing', async t => {
  const { log, add, reads, clock } = scene();
  log.after(0, 100);
  add(1, 2, 3);
  const [one] = log.after(0, 100);
  const before = reads.count;
  const [other, second] = log.after(0, 100);
  t.same(seqs(log.after(1, 100)), [2, 3]);
  t.equal(reads.count, before, 'nothing is read for the second');
  t.ok(one && one === other);
  if (!one || !second) return;
  const shown = log.shown('message', one, () => ({}));
  t.equal(
    log.shown('message', one, () => ({})),
    shown,
  );
  t.not(
    log.shown('telemetry', one, () => ({})),
    shown,
  );
  t.not(
    log.shown('message', second, () => ({})),
    shown,
  );
  await clock.advance(1000);
  const [later] = log.after(0, 100);
  t.not(later, one, 'after a second it is read anew');
  t.same(seqs(log.after(3, 100)), []);
});
