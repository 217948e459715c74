import t from 'tap';
import { FrameError, FrameReader } from '../../src/protocol/frame.ts';
import { thrown } from '../peers/thrown.ts';

const ID = Buffer.from('MIOTYB01');

function frame(payload: Uint8Array): Buffer {
  const header = Buffer.alloc(12);
  header.set(ID);
  header.writeUInt32LE(payload.length, 8);
  return Buffer.concat([header, payload]);
}

function readAll(reader: FrameReader, chunks: readonly Buffer[]): string[] {
  const read: string[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    for (let payload = reader.next(); payload; payload = reader.next()) read.push(payload.toString('hex'));
  }
  return read;
}

const small = Buffer.from('82a7636f6d6d616e64a470696e67a46f70496401', 'hex');
const large = Buffer.alloc(10_000, 0x5a);

t.test('two frames are read whole at every possible split into two chunks', async t => {
  const bytes = Buffer.concat([frame(small), frame(large.subarray(0, 40))]);
  const wanted = [small.toString('hex'), large.subarray(0, 40).toString('hex')];
  for (let at = 0; at <= bytes.length; at++) {
    const read = readAll(new FrameReader(ID, 65_536), [bytes.subarray(0, at), bytes.subarray(at)]);
    if (read.join() !== wanted.join()) t.same(read, wanted, `split at ${at}`);
  }
  t.pass('all splits');
});

t.test('a frame that comes byte by byte is read whole', async t => {
  const bytes = Buffer.concat([frame(large), frame(small)]);
  const chunks = Array.from(bytes, byte => Buffer.from([byte]));
  t.same(readAll(new FrameReader(ID, 65_536), chunks), [large.toString('hex'), small.toString('hex')]);
});

t.test('many frames in one chunk are read in order, without copying', async t => {
  const reader = new FrameReader(ID, 65_536);
  const bytes = Buffer.concat(Array.from({ length: 100 }, (_, i) => frame(Buffer.from([i]))));
  reader.push(bytes);
  for (let i = 0; i < 100; i++) {
    const payload = reader.next();
    t.equal(payload?.[0], i);
    t.equal(payload?.buffer, bytes.buffer);
  }
  t.equal(reader.next(), undefined);
});

t.test('a chunk that comes before the last one was read stays behind it', async t => {
  const reader = new FrameReader(ID, 65_536);
  reader.push(Buffer.concat([frame(small), frame(Buffer.from([1])).subarray(0, 5)]));
  reader.push(Buffer.concat([frame(Buffer.from([1])).subarray(5), frame(Buffer.from([2]))]));
  t.same(reader.next(), small);
  t.same(reader.next(), Buffer.from([1]));
  t.same(reader.next(), Buffer.from([2]));
});

t.test('a wrong identifier is refused as soon as its 8 bytes are there', async t => {
  const reader = new FrameReader(ID, 65_536);
  reader.push(Buffer.from('MIOTYA0'));
  t.equal(reader.next(), undefined, 'seven bytes are no identifier yet');
  reader.push(Buffer.from('1'));
  t.ok(thrown(() => reader.next()) instanceof FrameError);
});

t.test('a length over the limit is refused at the 12th byte', async t => {
  const head = Buffer.concat([ID, Buffer.from([0x01, 0x00, 0x01, 0x00])]);
  const reader = new FrameReader(ID, 65_536);
  reader.push(head.subarray(0, 11));
  t.equal(reader.next(), undefined);
  reader.push(head.subarray(11));
  t.ok(thrown(() => reader.next()) instanceof FrameError);
});

t.test('the limit can be raised between two frames', async t => {
  const reader = new FrameReader(ID, 100);
  reader.push(Buffer.concat([frame(Buffer.alloc(100)), frame(Buffer.alloc(101))]));
  t.equal(reader.next()?.length, 100);
  reader.limit = 101;
  t.equal(reader.next()?.length, 101);
});

t.test('an empty frame is refused', async t => {
  const reader = new FrameReader(ID, 100);
  reader.push(frame(Buffer.alloc(0)));
  t.ok(thrown(() => reader.next()) instanceof FrameError);
});

t.test('an announced length takes no memory before the bytes come', async t => {
  const before = process.memoryUsage().arrayBuffers;
  const readers = Array.from({ length: 200 }, () => {
    const reader = new FrameReader(ID, 1_048_576);
    reader.push(Buffer.concat([ID, Buffer.from([0x00, 0x00, 0x10, 0x00, 0x81])]));
    reader.next();
    return reader;
  });
  const grown = process.memoryUsage().arrayBuffers - before;
  t.ok(grown < 200 * 16_384, `${readers.length} readers hold ${grown} bytes`);
});
