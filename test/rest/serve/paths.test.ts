import t from 'tap';
import { Paths, servedPaths } from '../../../src/rest/serve/paths.ts';
import { operations } from '../../contract/document.ts';

const ID = '0198c0de-0000-7000-8000-0000000000a1';
const PARAMETER = /\{\w+\}/g;
const rest = operations.filter(({ isRest }) => isRest);

/** In an order of their own, which does not matter. */
function pathsOf(all: typeof rest): Paths<string> {
  const paths = new Paths<string>();
  for (const { id, method, path } of all) paths.add(method, path, id);
  return paths;
}

t.test('every path of the document leads to its own operation, whatever others look like', t => {
  for (const all of [rest, rest.toReversed()]) {
    const paths = pathsOf(all);
    for (const { id, method, path } of all) {
      const found = paths.find(path.replace(PARAMETER, ID));
      t.equal(found?.items.get(method), id);
      t.same(
        found?.parameters,
        Array.from(path.match(PARAMETER) ?? [], () => ID),
        id,
      );
    }
  }
  t.end();
});

t.test('a fixed word goes before a parameter', t => {
  const paths = pathsOf(rest);
  for (const path of servedPaths('/api/v2/alerts/silences/{id}')) {
    if (rest.some(each => each.path === path)) continue;
    paths.add('DELETE', path, 'deleteSilence');
    paths.add('GET', path, 'getSilence');
  }
  t.same([...(paths.find(`/api/v2/alert-silences/${ID}`)?.items.values() ?? [])].toSorted(), [
    'deleteSilence',
    'getSilence',
  ]);
  const found = (path: string) => [...(paths.find(path)?.items.values() ?? [])];
  t.same(found('/api/v2/alerts/silences/acknowledge'), ['deleteSilence', 'getSilence']);
  t.same(found(`/api/v2/alerts/${ID}/acknowledge`), ['acknowledgeAlert']);
  t.same(found('/api/v2/alerts/silences'), ['listSilences', 'createSilence']);
  t.end();
});
