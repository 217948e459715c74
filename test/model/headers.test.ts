import t from 'tap';
import { catalog } from '../../src/kit/faults/faults.ts';
import { allRows } from '../identity/rows.ts';
import { checkHeaders } from './headers.ts';

t.test('whatever headers are sent, the rules of the contract say who is let in', async t => {
  const tally = await checkHeaders(allRows(), 20_000, 1);
  const tokens = Object.entries(catalog).filter(([, { number }]) => number >= 2000 && number <= 2021);
  // What an exempt RPC or the request decides is not of this table.
  const elsewhere: readonly string[] = [];
  for (const [name] of tokens) if (!elsewhere.includes(name)) t.ok((tally.get(name) ?? 0) >= 5, name);
  for (const name of ['PasswordChangeRequired', 'SecondFactorRequired', 'user', 'user_key', 'service_account']) {
    t.ok((tally.get(name) ?? 0) >= 5, name);
  }
});
