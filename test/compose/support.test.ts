import t from 'tap';
import { Center } from '../peers/center.ts';

for (const [supportUntil, told] of [
  ['2031-12-31', '2031-12-31'],
  [null, ''],
] as const) {
  t.test(`a box says how long its release is mended: ${supportUntil ?? 'not decided'}`, async t => {
    const release = { version: '1.2.3', commit: 'c', builtAt: 0, supplier: null, supportUntil };
    await using center = await Center.start({ dir: t.testdir(), release });
    t.match(await center.api.call('GetReleaseInfo', {}), { version: '1.2.3', support_until: told });
    for (const port of [center.ports.health_core, center.ports.health_gateway]) {
      const response = await fetch(`http://127.0.0.1:${port}/health`);
      t.match(await response.json(), { version: '1.2.3', support_until: supportUntil });
    }
  });
}
