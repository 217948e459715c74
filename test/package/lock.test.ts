import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { completeLock } from '../../scripts/lock.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Locked {
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

test('the lock names every package of the manifest and every optional one of every platform', t => {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked & Record<string, unknown>> };
  const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
  for (const field of ['dependencies', 'devDependencies', 'engines', 'license']) {
    t.same(lock.packages['']?.[field], manifest[field], field);
  }
  const platforms = [
    ...[
      { os: 'linux', cpu: 'x64' },
      { os: 'linux', cpu: 'arm64' },
    ].flatMap(system => [
      { ...system, libc: 'glibc' },
      { ...system, libc: 'musl' },
    ]),
    { os: 'darwin', cpu: 'arm64', libc: undefined },
  ];
  for (const platform of platforms) {
    const fits = ({ os, cpu, libc }: Locked) =>
      (os ?? [platform.os]).includes(platform.os) &&
      (cpu ?? [platform.cpu]).includes(platform.cpu) &&
      (libc === undefined || platform.libc === undefined || libc.includes(platform.libc));
    for (const [path, owner] of Object.entries(lock.packages)) {
      const optional = Object.keys(owner.optionalDependencies ?? {});
      const binaries = optional
        .map(name => lock.packages[`node_modules/${name}`])
        .filter(found => found?.os !== undefined);
      if (binaries.length < 4) continue;
      t.ok(
        binaries.some(found => fits(found as Locked)),
        `${path} on ${Object.values(platform).join(' ')}`,
      );
    }
  }
  t.end();
});

test('an optional package that npm left out comes back, and one that is no platform is an error', t => {
  const text = read('package-lock.json');
  const lock = JSON.parse(text) as { packages: Record<string, unknown> };
  t.equal(completeLock(text), text, 'complete as it is');
  delete lock.packages['node_modules/@biomejs/cli-linux-arm64-musl'];
  delete lock.packages['node_modules/@esbuild/darwin-arm64'];
  const again = JSON.parse(completeLock(JSON.stringify(lock))) as typeof lock;
  t.match(again.packages['node_modules/@biomejs/cli-linux-arm64-musl'], {
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['musl'],
  });
  t.match(again.packages['node_modules/@esbuild/darwin-arm64'], { os: ['darwin'], cpu: ['arm64'], optional: true });
  lock.packages['node_modules/x'] = { optionalDependencies: { 'nice-to-have': '1.0.0' } };
  t.throws(() => completeLock(JSON.stringify(lock)), /nice-to-have@1.0.0 is optional and not in the lock/);
  t.end();
});
