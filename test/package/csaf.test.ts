import { readFileSync } from 'node:fs';
import t from 'tap';
import { csafDocument, type OwnAdvisory, writeCsaf } from '../../scripts/release/csaf.ts';

const ADVISORY: OwnAdvisory = {
  id: 'WS-2027:1',
  title: 'Anybody may read the log',
  summary: 'A page of health shows lines of the log to callers without a key.',
  cve: 'CVE-2027-12345',
  cvss: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N', score: 5.3 },
  affected: ['0.1.0', '0.2.0'],
  fixed: ['0.2.1'],
  workaround: 'Let nobody reach the port.',
  publisher: { name: 'Example', namespace: 'https://example.org', contact: 'security@example.org' },
  history: [
    { date: '2027-01-31T10:00:00Z', summary: 'published' },
    { date: '2028-02-01T10:00:00Z', summary: 'the CVE is known' },
  ],
};

t.test('an advisory becomes a document whose products all are in its tree', async t => {
  const dir = t.testdir();
  const path = writeCsaf(dir, ADVISORY);
  t.equal(path, `${dir}/csaf/2027/ws-2027_1.json`, 'by its id, in the year of its first day');
  const text = readFileSync(path, 'utf8');
  const found = JSON.parse(text);
  t.match(found.document, {
    category: 'csaf_security_advisory',
    csaf_version: '2.0',
    tracking: {
      id: 'WS-2027:1',
      version: '2',
      initial_release_date: '2027-01-31T10:00:00Z',
      current_release_date: '2028-02-01T10:00:00Z',
      revision_history: [{ number: '1' }, { number: '2' }],
    },
  });
  const products = new Set([...text.matchAll(/"product_id": "([^"]+)"/g)].map(([, id]) => id));
  t.same([...products], ['waystation-0.1.0', 'waystation-0.2.0', 'waystation-0.2.1']);
  const [hole] = found.vulnerabilities;
  t.same(hole.product_status, {
    known_affected: ['waystation-0.1.0', 'waystation-0.2.0'],
    fixed: ['waystation-0.2.1'],
  });
  for (const { product_ids } of hole.remediations) t.same(product_ids, hole.product_status.known_affected);
  t.same(
    hole.remediations.map(({ category }: { category: string }) => category),
    ['vendor_fix', 'workaround'],
  );
  t.match(hole.scores[0].cvss_v3, { baseScore: 5.3, baseSeverity: 'MEDIUM' });
});

t.test('what is not mended yet says so', async t => {
  const { cve: _, cvss: __, workaround: ___, ...rest } = ADVISORY;
  const [hole] = (csafDocument({ ...rest, fixed: [] }) as { vulnerabilities: Record<string, unknown>[] })
    .vulnerabilities;
  t.match(hole, {
    remediations: [{ category: 'none_available' }],
    product_status: { known_affected: rest.affected.map(v => `waystation-${v}`) },
  });
  for (const name of ['cve', 'scores']) t.notOk(name in (hole ?? {}), name);
});

t.test('an advisory that is not whole is refused with what is wrong', async t => {
  const wrong: readonly (readonly [Partial<OwnAdvisory>, RegExp])[] = [
    [{ id: '' }, /id, title and summary/],
    [{ cve: '2027-1' }, /2027-1 is no CVE/],
    [{ cvss: { vector: 'AV:N', score: 5 } }, /begins with CVSS:3\.1/],
    [{ cvss: { vector: 'CVSS:3.1/AV:N', score: 11 } }, /0 to 10/],
    [{ affected: [] }, /names no version/],
    [{ fixed: ['0.2'] }, /three numbers/],
    [{ fixed: ['0.2.0'] }, /named twice/],
    [{ publisher: { ...ADVISORY.publisher, namespace: 'example' } }, /a URL/],
    [{ history: [] }, /history has dates/],
    [{ history: [...ADVISORY.history].reverse() }, /from the oldest/],
  ];
  for (const [change, message] of wrong) t.throws(() => csafDocument({ ...ADVISORY, ...change }), { message });
});
