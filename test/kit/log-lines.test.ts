import { spawnSync } from 'node:child_process';
import t from 'tap';

t.setTimeout(60_000);

const source = new URL('../../src/kit/log.ts', import.meta.url).href;

t.test('at a terminal each thing that is told is one line, errors and all', t => {
  const program = `
    import { createLog } from '${source}';
    const log = await createLog({ level: 'info', format: 'pretty' });
    log.info({ listeners: [{ name: 'bssci', port: 5000 }], deep: { a: { b: [1, 2] } } }, 'ready');
    log.warn({ err: new TypeError('first\\nsecond', { cause: new Error('why') }) }, 'failed');
    log.child({ bsEui: '70b3d59cd0000001' }).error({ text: 'a\\nb' }, 'told');`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  t.equal(status, 0, stderr);
  const lines = stderr.trimEnd().split('\n');
  t.equal(lines.length, 3, stderr);
  for (const [n, told] of ['ready', 'failed', 'told'].entries()) t.match(lines[n], told);
  t.end();
});
