import t from 'tap';
import { keyOf, pageTokens, positionOf } from '../../src/rpc/page-token.ts';

const tokens = pageTokens(Buffer.alloc(32, 1));
const scope = { method: 'ListEndPoints', org: 'o1', filters: { search: 'a', ep_euis: ['1', '2'] } };

t.test('a token brings back the key it was made from', t => {
  const key = ['Zähler 7', 12, null, '9223372036854775807'];
  t.same(tokens.open(scope, tokens.seal(scope, key)), key);
  t.same(tokens.open({ ...scope, filters: { ep_euis: ['1', '2'], search: 'a' } }, tokens.seal(scope, key)), key);
  t.end();
});

t.test('a position comes back as it was, with every digit, and what the next page has to know with it', t => {
  const there = (at: Parameters<typeof keyOf>[0], ...carried: string[]) =>
    tokens.open(scope, tokens.seal(scope, keyOf(at, carried))) ?? [];
  const large = 2n ** 63n - 1n;
  t.same(positionOf(there([large, 7], 'a', 'b'), BigInt), { position: [large, 7], carried: ['a', 'b'] });
  t.same(positionOf(there(['Zähler', 7]), String), { position: ['Zähler', 7], carried: [] });
  t.same(positionOf([9], Number), { position: [9, 9], carried: [] }, 'of a list that is sorted by its ids');
  t.same(positionOf(['5', 'x', 2], BigInt), { position: [5n, 2], carried: ['x'] }, 'as 0.1 wrote that of an activity');
  for (const wrong of [[], [null, 1], ['1', 'x']]) t.equal(positionOf(wrong, BigInt), undefined);
  t.end();
});

t.test('a token of a long name in a wide script stays within 512 characters', t => {
  const key = ['電'.repeat(128), '70b3d59cd0000001'];
  const token = tokens.seal(scope, key);
  t.ok(token.length <= 512, `${token.length}`);
  t.same(tokens.open(scope, token), key);
  t.end();
});

t.test('a token works for nothing but its own request', t => {
  const token = tokens.seal(scope, ['a']);
  t.equal(tokens.open({ ...scope, method: 'ListBaseStations' }, token), undefined, 'another RPC');
  t.equal(tokens.open({ ...scope, org: 'o2' }, token), undefined, 'another organization');
  t.equal(tokens.open({ ...scope, filters: { ...scope.filters, search: 'b' } }, token), undefined, 'another filter');
  t.equal(pageTokens(Buffer.alloc(32, 2)).open(scope, token), undefined, 'another installation');
  t.end();
});

t.test('a forged or damaged token is refused, wherever the change is', t => {
  const token = tokens.seal(scope, ['a', 1]);
  for (let i = 0; i < token.length - 1; i++) {
    const changed = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
    t.equal(tokens.open(scope, changed), undefined, `character ${i}`);
  }
  for (const wrong of [
    'x',
    '!!',
    'A'.repeat(5000),
    token.slice(0, 20),
    `${token}=`,
    Buffer.alloc(64).toString('base64url'),
  ]) {
    t.equal(tokens.open(scope, wrong), undefined, wrong.slice(0, 30));
  }
  t.end();
});
