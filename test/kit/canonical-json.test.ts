import t from 'tap';
import { canonicalJson } from '../../src/kit/canonical-json.ts';

t.test('a value has one text, however it was written (RFC 8785)', async t => {
  const written = `{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001, -0],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false], "10": 1, "9": 2, "__proto__": {"b": {}, "a": []}
  }`;
  t.equal(
    canonicalJson(JSON.parse(written)),
    '{"10":1,"9":2,"__proto__":{"a":[],"b":{}},"literals":[null,true,false],' +
      '"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const sorted = ['\r', '1', '\u0080', 'ö', '€', '😀', '\ufb33'];
  const value = Object.fromEntries(sorted.toReversed().map(key => [key, 1]));
  t.equal(canonicalJson(value), `{${sorted.map(key => `${JSON.stringify(key)}:1`).join()}}`, 'by code units');
});
