import t, { type Test } from 'tap';
import { MAX_IMAGE_BYTES } from '../../../src/domain/media/media-store.ts';
import { image } from '../../domain/media/images.ts';
import { type Options, RestBox } from '../box.ts';

t.setTimeout(120_000);
const PATH = '/api/v2/media';
const UNKNOWN = '0192f000-0000-7000-8000-00000000dead';

async function opened(t: Test) {
  const box = await RestBox.start(t.testdir());
  t.teardown(() => box[Symbol.asyncDispose]());
  const send = (bytes: Uint8Array | string, type = 'image/png', headers: Options['headers'] = {}) =>
    box.send('POST', PATH, { raw: bytes, headers: { 'content-type': type, ...headers } });
  return { box, send };
}

function form(parts: Readonly<Record<string, Buffer>>, filename = 'x.png') {
  const bytes = Object.entries(parts).flatMap(([name, content]) => [
    Buffer.from(`--b1\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...bytes, Buffer.from('--b1--\r\n')]);
}
const FORM = 'multipart/form-data; boundary=b1';

t.test('an image is kept stripped, and read with a key or by its address', async t => {
  const { box, send } = await opened(t);
  const name = `attachment; filename*=UTF-8''Pumpe%20%C3%BC.png`;
  const made = await send(image('rgb.png'), 'image/png', { 'content-disposition': name });
  t.equal(made.status, 200);
  const { id, url, sizeBytes, createdAt, ...rest } = made.json;
  t.same(rest, { filename: 'Pumpe ü.png', contentType: 'image/png' });
  t.match(createdAt, /^\d{4}-.*\.\d{3}Z$/);
  t.match(url, new RegExp(`^${PATH}/${id}\\?expires=\\d+&signature=[\\w-]{43}$`));
  t.match(made.headers, { location: `${PATH}/${id}`, etag: 'W/"1"' });
  const read = await box.get(`${PATH}/${id}`);
  t.equal(read.status, 200);
  t.equal(read.bytes.length, sizeBytes);
  t.notOk(read.bytes.includes('SECRET'));
  t.match(read.headers, {
    ...{ 'content-type': 'image/png', 'x-content-type-options': 'nosniff', 'content-length': String(sizeBytes) },
    'content-disposition': `inline; filename="Pumpe _.png"; filename*=UTF-8''Pumpe%20%C3%BC.png`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=3600, immutable',
  });
  const stranger = box.as({});
  const query = { organizationId: undefined };
  const open = await stranger.get(url, { query });
  t.equal(open.status, 200);
  t.equal((await box.get(url, { query })).status, 200, 'also for who sends a key with everything');
  t.equal((await box.get(url)).status, 200, 'and names the organization');
  t.ok(open.bytes.equals(read.bytes));
  t.match(open.headers, { 'x-content-type-options': 'nosniff', etag: read.headers.etag });
  t.match(await stranger.get(url, { query, headers: { 'if-none-match': String(read.headers.etag) } }), { status: 304 });
  const head = await box.head(`${PATH}/${id}`);
  t.equal(head.bytes.length, 0);
  t.match(head, { status: 200, headers: { 'content-length': String(sizeBytes) } });
  t.match(await box.delete(`${PATH}/${id}`), { status: 200, json: { id, deleted: true } });
  t.match(await box.get(`${PATH}/${id}`), { status: 404, token: 'MediaNotFound' });
  t.match(await stranger.get(url, { query }), { status: 404, token: 'MediaNotFound' });
  t.match(await box.delete(`${PATH}/${id}`), { status: 404, token: 'MediaNotFound' });
});

t.test('an address is good for an hour, and for its image alone', async t => {
  const { box, send } = await opened(t);
  const [one, two] = [(await send(image('rgba.png'))).json, (await send(image('palette.png'))).json];
  const stranger = box.as({});
  const get = (url: string) => stranger.get(url, { query: { organizationId: undefined } });
  const [, query = ''] = one.url.split('?');
  const { expires = '', signature = '' } = Object.fromEntries(new URLSearchParams(query));
  for (const url of [
    `${PATH}/${two.id}?${query}`,
    `${PATH}/${one.id}?expires=${Number(expires) + 1}&signature=${signature}`,
    `${PATH}/${one.id}?expires=${expires}&signature=${signature.slice(1)}`,
    `${PATH}/${one.id}?expires=${expires}&signature=`,
    `${PATH}/${one.id}?signature=${signature}`,
    `${PATH}/${one.id}?expires=${expires}`,
    `${PATH}/${UNKNOWN}?${query}`,
  ]) {
    t.match(await get(url), { status: 401 }, url);
  }
  t.equal((await get(one.url)).status, 200);
  await box.center.clock.advance(3599_000);
  t.equal((await get(one.url)).status, 200);
  await box.center.clock.advance(1000);
  t.match(await get(one.url), { status: 401, token: 'AuthorizationRequired' });
});

t.test('a form of a browser brings an image, too', async t => {
  const { box, send } = await opened(t);
  const made = await send(
    form({ note: Buffer.from('hello'), file: image('baseline.jpg') }, 'C:\\fakepath\\a.png'),
    FORM,
  );
  t.match(made, { status: 200, json: { filename: 'a.png.jpg', contentType: 'image/jpeg' } });
  const { bytes } = await box.get(`${PATH}/${made.json.id}`);
  t.equal(made.json.sizeBytes, bytes.length);
  t.match(await send(form({ other: image('rgb.png') }), FORM), { status: 400, token: 'MalformedRequest' });
  t.match(await send('--b1\r\n', FORM), { status: 400, token: 'MalformedRequest' });
  t.match(await send(form({ file: Buffer.from('<svg/>') }), FORM), { status: 400, token: 'UnsupportedImageType' });
});

t.test('the bytes decide what it is, and what is no image is refused', async t => {
  const { send } = await opened(t);
  t.match(await send(image('alpha.webp'), 'image/png'), {
    status: 200,
    json: { contentType: 'image/webp', filename: /^[0-9a-f-]{36}\.webp$/ },
  });
  const refused: [Uint8Array | string, string, number, string][] = [
    [image('plain.gif'), 'image/gif', 400, 'UnsupportedImageType'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 400, 'UnsupportedImageType'],
    [image('animated.webp'), 'image/webp', 400, 'UnsupportedImageType'],
    [image('rgb.png').subarray(0, 200), 'image/png', 400, 'UnsupportedImageType'],
    ['', 'image/png', 400, 'UnsupportedImageType'],
    [image('rgb.png'), 'text/plain', 415, 'UnsupportedMediaType'],
    [image('rgb.png'), 'application/octet-stream', 415, 'UnsupportedMediaType'],
    ['{}', 'application/json', 415, 'UnsupportedMediaType'],
    ['', 'multipart/form-data', 400, 'MalformedRequest'],
  ];
  for (const [bytes, type, status, token] of refused) t.match(await send(bytes, type), { status, token }, type);
  const broken = await send(image('rgb.png').subarray(0, 200));
  t.match(broken.json, { error: { details: { reason: 'it ends too early' } } }, 'and says why');
});

t.test('five megabytes are the most', async t => {
  const { send } = await opened(t);
  const jpeg = image('gray.jpg');
  const padded = (length: number) => {
    const end = jpeg.length - 2;
    return Buffer.concat([jpeg.subarray(0, end), Buffer.alloc(length - jpeg.length, 1), jpeg.subarray(end)]);
  };
  t.match(await send(padded(MAX_IMAGE_BYTES), 'image/jpeg'), { status: 200, json: { sizeBytes: MAX_IMAGE_BYTES } });
  t.match(await send(form({ file: padded(MAX_IMAGE_BYTES) }), FORM), { status: 200 });
  for (const more of [1, 100_000, 4 * MAX_IMAGE_BYTES]) {
    t.match(await send(padded(MAX_IMAGE_BYTES + more), 'image/jpeg'), { status: 413, token: 'MediaTooLarge' });
  }
});

t.test('an image that is sent twice under one key is kept once', async t => {
  const { box, send } = await opened(t);
  const headers = { 'idempotency-key': '0192f000-0000-7000-8000-0000000000aa' };
  const [one, two] = await Promise.all([
    send(image('rgb.png'), 'image/png', headers),
    send(image('rgb.png'), 'image/png', headers),
  ]);
  const answers = [one, two].filter(({ status }) => status === 200);
  t.ok(answers.length >= 1);
  for (const { status, token } of [one, two]) t.ok(status === 200 || token === 'RequestIDReused', token);
  await box.center.clock.advance(60_000);
  const again = await send(image('rgb.png'), 'image/png', headers);
  t.match(again, { status: 200, headers: { 'idempotency-replayed': 'true' } });
  for (const { json } of answers) t.same(json, again.json);
  t.match(await send(image('rgba.png'), 'image/png', headers), { status: 409, token: 'RequestIDReused' });
});
