import { readFileSync } from 'node:fs';
import t from 'tap';
import { faultRanges, faultRows } from '../../../src/kit/faults/fault-catalog.ts';
import {
  catalog,
  errorsDocument,
  Fault,
  type FaultName,
  fault,
  faultCodes,
  faultFromData,
  faultToData,
} from '../../../src/kit/faults/faults.ts';

const entries = Object.entries(catalog);

t.test('a number and a token belong to one fault only', async t => {
  t.equal(new Set(entries.map(([, { number }]) => number)).size, entries.length);
  t.equal(new Set(entries.map(([, { token }]) => token)).size, entries.length);
});

t.test('every fault lies in a number block, and the blocks do not overlap', async t => {
  faultRanges.reduce((end, [first, last, domain]) => {
    t.ok(first > end && last > first, domain);
    return last;
  }, 0);
  for (const [name, { number }] of entries) {
    t.ok(
      faultRanges.some(([first, last]) => number >= first && number <= last),
      name,
    );
  }
});

t.test('the number blocks are those of the catalog', async t => {
  t.strictSame(
    faultRanges.map(([first, last]) => `${first}-${last}`).join(' '),
    '1000-1099 1100-1199 2000-2099 2100-2199 2200-2299 2300-2399 2400-2499 2500-2599 3000-3099 3100-3199 4000-4099 ' +
      '4100-4199 4200-4299 4300-4399 5000-5099 5200-5299 6000-6099 6100-6199 7000-7099 7100-7199 7200-7299 7300-7399 ' +
      '7400-7499 8000-8199 9000-9099',
  );
});

t.test('a resource that is missing, taken or internal keeps its code', async t => {
  for (const [name, { code }] of entries) {
    if (name.endsWith('NotFound')) t.equal(code, 'NOT_FOUND', name);
    if (/(Name|Code|EUI|Version|Email|Membership)Exists$/.test(name)) t.equal(code, 'ALREADY_EXISTS', name);
    t.equal(code === 'INTERNAL', name === 'Internal' || catalog[name as FaultName].number > 9000, name);
  }
});

t.test('the tokens that clients were promised by name keep number and code', async t => {
  t.match(catalog.UserIDHeaderRequired, {
    number: 2005,
    token: 'ErrTokenUserIDHeaderRequired',
    code: 'UNAUTHENTICATED',
  });
  t.match(catalog.IdentityMismatch, { number: 2007, token: 'ErrTokenIdentityMismatch', code: 'PERMISSION_DENIED' });
  t.match(catalog.EndPointNotFound, { number: 3000, token: 'ErrTokenEndPointNotFound', code: 'NOT_FOUND' });
  t.match(catalog.Internal, { number: 9000, token: 'ErrTokenInternal', code: 'INTERNAL' });
});

t.test('a text is a plain sentence without an end', async t => {
  for (const [name, { text }] of entries) t.match(text, /^[a-zA-Z][^.|:]*(2\.0[^.|:]*)?[^.!|:]$/, name);
});

t.test('the message of a fault is its token and its constant text', async t => {
  const error = fault('EndPointNotFound', { ep_eui: '70b3d59cd0000001' });
  t.type(error, Fault);
  t.equal(error.message, 'ErrTokenEndPointNotFound: no such endpoint');
  t.strictSame(error.about, { ep_eui: '70b3d59cd0000001' });
});

t.test('a fault survives the way through a structured clone', async t => {
  const sent = fault('FieldTooLong', { field: 'name', limit: 128 });
  const received = faultFromData(structuredClone(faultToData(sent)));
  t.type(received, Fault);
  t.strictSame(
    [received.fault, received.about, received.message],
    ['FieldTooLong', { field: 'name', limit: 128 }, sent.message],
  );
});

t.test('every code in use has its status on each transport', async t => {
  for (const [name, [, code]] of Object.entries(faultRows)) t.ok(faultCodes[code], name);
  t.equal(faultCodes.FAILED_PRECONDITION.http, 400);
});

t.test('every fault says what to do about it, in one sentence that fits a row of the table', async t => {
  for (const [name, { remedy }] of entries) {
    t.match(remedy, /^[A-Z][^|\n]{9,130}[^.!|\n]$/, name);
    t.match(errorsDocument(), `| ${remedy} |`, name);
  }
});

t.test('docs/errors.md shows the catalog as it is', async t => {
  t.equal(readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8'), errorsDocument());
  for (const [name, { token }] of entries) t.match(errorsDocument(), `| ${token} |`, name);
});
