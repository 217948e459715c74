import { readFileSync } from 'node:fs';
import t from 'tap';
import { sentenceOf } from '../../../src/kit/faults/fault-sentences.ts';
import { catalog, type FaultName, fault } from '../../../src/kit/faults/faults.ts';
import { statusDetails, statusOf } from '../../../src/rpc/call/status.ts';
import * as checks from '../../../src/rpc/checks.ts';
import * as input from '../../../src/rpc/input.ts';
import { pageTokens } from '../../../src/rpc/page-token.ts';

const context = { method: 'UpdateEndPoint', org: 'o', tokens: pageTokens(Buffer.alloc(32)), nowMs: 0 };

/** The status of a request that must be refused. */
function status(check: input.Check<never, unknown>, value: unknown) {
  const rule = input.fields({ endpoint: input.nested({ field: check }) });
  try {
    input.readInput(rule, { endpoint: { field: value } } as never, context, ['endpoint']);
  } catch (error) {
    return statusOf(error);
  }
  throw new Error('accepted');
}

t.test('a message names the field and its limit', async t => {
  const cases: [string, input.Check<never, unknown>, unknown][] = [
    ['FieldTooLong: endpoint.field is longer than 1024 characters', checks.description, 'x'.repeat(1025)],
    ['FieldOutOfRange: endpoint.field is outside 0 to 7', checks.number(0, 7), 8],
    ['InvalidEnumValue: endpoint.field must be one of: a, b', checks.oneOf(['a', 'b']), 'c'],
    ['TooManyItems: endpoint.field has more than 1 items', input.list(checks.eui, 1), ['', '']],
    ['EUIRequired: endpoint.field is required', checks.eui, ''],
    ['InvalidArgument: endpoint.field has a character that cannot be printed', checks.name, 'a\u0007'],
    ['InvalidEUIFormat: endpoint.field is no EUI, which has 16 hex digits and is not all zero', checks.eui, 'x'],
  ];
  for (const [message, check, value] of cases) t.equal(status(check, value).message, `ErrToken${message}`);
});

t.test('every one of several violations says so, too', async t => {
  const rule = input.fields({ name: checks.text(3), note: checks.text(4) });
  try {
    input.readInput(rule, { name: 'long', note: 'longer' }, context, ['name', 'note']);
    t.fail('accepted');
  } catch (error) {
    const [, violations] = statusDetails(statusOf(error));
    t.match(violations?.value, {
      field_violations: [
        { description: 'ErrTokenFieldTooLong: name is longer than 3 characters' },
        { description: 'ErrTokenFieldTooLong: note is longer than 4 characters' },
      ],
    });
  }
});

t.test('a fault that knows no more than its token has the text of the catalog', async t => {
  for (const [name, { token, text }] of Object.entries(catalog)) {
    t.equal(statusOf(fault(name as FaultName)).message, `${token}: ${text}`, name);
  }
});

t.test('one token has a sentence for each of its causes', async t => {
  const said = (name: FaultName, about = {}) => statusOf(fault(name, about)).message;
  t.equal(said('MethodUnknown'), 'ErrTokenMethodUnknown: there is no such method or service');
  t.equal(said('MethodUnknown', { method: 'ListAlerts' }), 'ErrTokenMethodUnknown: ListAlerts is not in this release');
  t.match(said('RateLimited', { retry_after_ms: 5 }), /too many requests/);
  t.match(said('RateLimited', { under_way: 8, retry_after_ms: 5 }), /8 operations wait for this base station/);
});

t.test('what a client sent is shown in part and without what cannot be printed', async t => {
  const said = sentenceOf('UpdateMaskInvalid', '', { path: `a\u202e\ud800${'x'.repeat(500)}` });
  t.match(said, /^the update mask names ax{100,198}, which/);
  t.doesNotThrow(() => encodeURI(said));
});

t.test('docs/errors.md shows the HTTP status that each token is answered with', async t => {
  const rows = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8').matchAll(
    /^\| \d+ \| (\w+) \| \w+ \| (\d+) \|/gm,
  );
  const shown = new Map([...rows].map(([, token, http]) => [token, Number(http)]));
  for (const [name, { token }] of Object.entries(catalog)) {
    t.equal(shown.get(token), statusOf(fault(name as FaultName)).http, token);
  }
  t.match(Object.fromEntries(shown), {
    ErrTokenHostNotAllowed: 421,
    ErrTokenRequestTooLarge: 413,
    ErrTokenUnsupportedMediaType: 415,
    ErrTokenStorageFull: 507,
  });
});
