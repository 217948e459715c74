import t from 'tap';
import { BadImage } from '../../../src/domain/media/image/bad-image.ts';
import { pictureOf } from '../../../src/domain/media/image/image.ts';
import { type ImageName, image, imageNames } from './images.ts';

const ANIMATED_WEBP = 'animated.webp';
const NO_PICTURE = 'plain.gif';
const pictures = imageNames.filter(name => name !== ANIMATED_WEBP && name !== NO_PICTURE);

const typeOf = (name: ImageName) => `image/${name.slice(name.lastIndexOf('.') + 1).replace('jpg', 'jpeg')}`;

function stripped(bytes: Buffer): Buffer {
  const picture = pictureOf(bytes);
  if (!picture) throw new Error('no picture');
  return Buffer.from(picture.bytes);
}

/** Why it is refused; undefined when it is not. */
function refusal(bytes: Buffer): string | undefined {
  try {
    return pictureOf(bytes) ? undefined : 'no picture';
  } catch (error) {
    if (error instanceof BadImage) return error.message;
    throw error;
  }
}

const has = (bytes: Buffer, text: string) => bytes.includes(Buffer.from(text, 'latin1'));
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

for (const name of pictures) {
  t.test(`${name} keeps its picture and nothing else`, t => {
    const given = image(name);
    const picture = pictureOf(given);
    t.equal(picture?.contentType, typeOf(name));
    const left = stripped(given);
    t.notOk(has(left, 'SECRET'));
    t.ok(left.length <= given.length);
    t.same(stripped(left), left, 'twice is once');
    t.same(stripped(Buffer.concat([given, Buffer.from('<script>alert(1)</script>PK\x03\x04')])), left, 'a polyglot');
    t.end();
  });

  t.test(`${name} that is cut anywhere is refused`, t => {
    const given = image(name);
    const lengths = Array.from({ length: given.length }, (_, length) => length);
    t.same(
      lengths.filter(length => refusal(given.subarray(0, length)) === undefined),
      [],
    );
    t.end();
  });

  t.test(`${name} with any byte changed ends in a picture or a refusal`, t => {
    const given = image(name);
    let refused = 0;
    let longer = 0;
    for (let at = 0; at < given.length; at++) {
      for (const bits of [0xff, 0x01, 0x80]) {
        const broken = Buffer.from(given);
        broken[at] = (broken[at] ?? 0) ^ bits;
        if (refusal(broken) !== undefined) refused++;
        else if (stripped(broken).length > given.length) longer++;
      }
    }
    t.ok(refused > 10);
    t.equal(longer, 0);
    t.end();
  });
}

t.test('which side is up stays, the place does not', t => {
  for (const name of ['baseline.jpg', 'rgb.png', 'alpha.webp', 'alpha-lossless.webp'] as const) {
    const left = stripped(image(name));
    // one entry: orientation, a short, once, 6; then nothing
    t.ok(left.includes(Buffer.from('4d4d002a000000080001011200030000000100060000' + '00000000', 'hex')), name);
    t.notOk(has(left, 'http://'), name);
  }
  for (const name of ['baseline.jpg', 'alpha.webp'] as const) t.ok(has(stripped(image(name)), 'ICC colours here'));
  t.ok(has(stripped(image('rgb.png')), 'iCCP'));
  t.notOk(has(stripped(image('rgb.png')), 'zTXt'));
  t.ok(has(stripped(image('cmyk.jpg')), 'Adobe'), 'what its colours mean');
  t.end();
});

t.test('of an animation only its first image is taken, or nothing', t => {
  const still = stripped(image('animated.png'));
  for (const chunk of ['acTL', 'fcTL', 'fdAT']) t.notOk(has(still, chunk));
  t.equal(refusal(image(ANIMATED_WEBP)), 'it is an animation');
  t.equal(refusal(image(NO_PICTURE)), 'no picture');
  t.equal(refusal(Buffer.alloc(0)), 'no picture');
  t.end();
});

t.test('a picture of no size or of a giant one is refused', t => {
  const png = (width: number, height: number) => {
    const bytes = image('rgba.png');
    const header = Buffer.concat([Buffer.from('IHDR'), u32(width), u32(height), bytes.subarray(24, 29)]);
    return Buffer.concat([bytes.subarray(0, 12), header, u32(crc(header)), bytes.subarray(33)]);
  };
  t.equal(refusal(png(16_384, 6000)), undefined);
  for (const [width, height] of [
    [16_385, 1],
    [1, 16_385],
    [10_001, 10_000],
    [0xffffffff, 1],
    [0x80000000, 0x80000000],
  ] as const) {
    t.equal(refusal(png(width, height)), 'it has too many pixels');
  }
  t.equal(refusal(png(0, 1)), 'it has no size');

  const jpeg = image('gray.jpg');
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  for (const [size, why] of [
    [0xffffffff, 'it has too many pixels'],
    [0x00100000, 'it has no size'],
  ] as const) {
    jpeg.writeUInt32BE(size, frame + 5);
    t.equal(refusal(jpeg), why);
  }

  const webp = image('alpha.webp');
  webp.writeUIntLE(0xffffff, 24, 3);
  t.equal(refusal(webp), 'it has too many pixels');
  webp.writeUIntLE(99, 24, 3);
  t.equal(refusal(webp), 'its pixels are not of its size');
  t.end();
});

t.test('parts without end are refused', t => {
  const tooMany = 'it has too many parts';
  const png = image('rgba.png');
  const text = Buffer.from('0000000074455874', 'hex');
  const empty = Buffer.concat([text, u32(crc(text.subarray(4)))]);
  t.equal(
    refusal(Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(70_000).fill(empty), png.subarray(33)])),
    tooMany,
  );
  const jpeg = image('gray.jpg');
  const comment = Buffer.from('fffe0002', 'hex');
  t.equal(refusal(Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(70_000).fill(comment)])), tooMany);
  const many = Buffer.concat(Array<Buffer>(70_000).fill(Buffer.from('4142434400000000', 'hex')));
  const webp = Buffer.concat([image('alpha.webp').subarray(0, 30), many]);
  webp.writeUInt32LE(webp.length - 8, 4);
  t.equal(refusal(webp), tooMany);
  t.end();
});

t.test('parts that a decoder must know, or that lie, are refused', t => {
  const png = image('rgba.png');
  const part = (name: string, data = '') => {
    const named = Buffer.concat([Buffer.from(name), Buffer.from(data)]);
    return Buffer.concat([u32(data.length), named, u32(crc(named))]);
  };
  const within = (added: Buffer) => Buffer.concat([png.subarray(0, 33), added, png.subarray(33)]);
  t.equal(refusal(within(part('EVIL'))), 'a part of it is not known');
  t.same(stripped(within(part('eviL', '<script>'))), stripped(png));
  t.equal(refusal(within(part('IHDR'))), 'a part of it is not known');
  t.equal(refusal(within(part('e\0iL'))), 'a part of it has no name');
  t.equal(refusal(within(Buffer.concat([part('tEXt'), Buffer.from('7fffffff74455874', 'hex')]))), 'it ends too early');
  t.equal(refusal(Buffer.concat([png.subarray(0, 33), part('IEND')])), 'it has no pixels');

  const changed = Buffer.from(png);
  changed[png.length - 20] = (changed[png.length - 20] ?? 0) ^ 1;
  t.equal(refusal(changed), 'a part of it was changed');
  const end = png.subarray(-12);
  const late = Buffer.concat([png.subarray(0, -12), part('pHYs', '123456789'), end]);
  t.same(stripped(late), stripped(png), 'what comes behind the pixels is of no use');
  const apart = Buffer.concat([png.subarray(0, -12), part('tEXt'), part('IDAT', 'x'), end]);
  t.equal(refusal(apart), 'its pixels are in two places');

  const jpeg = image('gray.jpg');
  const behindStart = (hex: string) => Buffer.concat([jpeg.subarray(0, 2), Buffer.from(hex, 'hex'), jpeg.subarray(2)]);
  t.equal(refusal(behindStart('ffda000401000000')), 'it has pixels before its frame');
  t.equal(refusal(behindStart('ffe00001')), 'a part of it has no length');
  t.equal(refusal(behindStart('ffd80002')), 'a part of it is not known');
  t.equal(refusal(behindStart('fffe000200')), 'a part of it does not begin where it should');
  t.equal(refusal(Buffer.from('ffd8ffd9', 'hex')), 'it has no pixels');
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  const twoFrames = Buffer.concat([jpeg.subarray(0, frame + 13), jpeg.subarray(frame)]);
  t.equal(refusal(twoFrames), 'it has two frames');
  const jfif = `ffe00013${Buffer.from('JFIF\0').toString('hex')}010200004800480101abcdef`;
  const small = stripped(Buffer.concat([jpeg.subarray(0, 2), Buffer.from(jfif, 'hex'), jpeg.subarray(20)]));
  t.ok(small.includes(Buffer.from('0102000048004800' + '00' + 'ff', 'hex')), 'no thumbnail');
  t.notOk(small.includes(Buffer.from('abcdef', 'hex')));
  t.same(stripped(behindStart('ffffffe10008455859500000')), stripped(jpeg), 'fill bytes and another application');
  t.end();
});

/** As PNG has it. */
function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
