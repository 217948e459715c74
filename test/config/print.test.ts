import { readFileSync } from 'node:fs';
import t from 'tap';
import { configFrom, loadConfig } from '../../src/config/load.ts';
import { exampleFile, masked, printed } from '../../src/config/print.ts';

t.test('the example file in the repository is the one the schema prints', async t => {
  t.equal(readFileSync(new URL('../../config/waystation.example.yaml', import.meta.url), 'utf8'), exampleFile());
});

t.test('with every setting uncommented the example file means what no file means', async t => {
  const live = exampleFile().replace(/^#(?!#)/gm, '');
  const cwd = t.testdir({ 'example.yaml': live });
  t.same(loadConfig({ file: 'example.yaml', env: {}, cwd }).config, loadConfig({ env: {}, cwd }).config);
  t.match(live, /^ {2}ping_s: 30$/m);
});

t.test('secrets are masked in both forms of the printed configuration', async t => {
  const config = configFrom({ core: { peer_secret: 'hush' } });
  t.match(masked(config), { core: { peer_secret: '***' } });
  t.match(printed(config), /peer_secret: "\*\*\*"/);
  t.notMatch(printed(config) + JSON.stringify(masked(config)), /hush/);
});

t.test('the printed configuration can be loaded again and means the same', async t => {
  const config = configFrom({ log: { level: 'debug' }, pki: { server_names: ['sc.example.org'] } });
  const cwd = t.testdir({ 'again.yaml': printed(config) });
  t.same(loadConfig({ file: 'again.yaml', env: {}, cwd }).config, config);
});
