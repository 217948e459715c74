import t from 'tap';
import { matchRoute, ROUTES } from '../../web/routes.ts';

t.test('a route is found by its path, with what stands in it', async t => {
  t.equal(matchRoute('/')?.route.name, 'start');
  t.equal(matchRoute('/stations/add')?.route.name, 'station-add', 'a fixed word goes before any text');
  t.match(matchRoute('/stations/70b3d59cd0000001/traffic'), {
    route: { name: 'station' },
    params: { eui: '70b3d59cd0000001', tab: 'traffic' },
  });
  t.match(matchRoute('/endpoints/a%20b')?.params, { eui: 'a b' });
});

t.test('what is no page is none', async t => {
  for (const path of ['/nothing', '/stations/', '/stations/a/b/c', '/endpoints/%E0%A4%A', '//', '/Stations'])
    t.equal(matchRoute(path), undefined, path);
});

t.test('no page is taken for the API or for an RPC', async t => {
  for (const { path } of ROUTES) {
    t.notMatch(path, /^\/(api|auth|assets)\b/);
    t.match(path, /^\/([a-z-]*)(\/|$)/, 'the first segment is lower case and has no dot, which no RPC path is');
  }
});
