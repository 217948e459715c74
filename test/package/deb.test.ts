import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { commandLine, flattened } from '../../scripts/package/command-line.ts';
import { bashCompletion, fishCompletion, zshCompletion } from '../../scripts/package/completions.ts';
import { buildDeb } from '../../scripts/package/deb.ts';
import { copyrightFile, debianChangelog, debianVersion } from '../../scripts/package/debian-documents.ts';
import { manualPage } from '../../scripts/package/manual.ts';
import { settings } from '../../src/config/schema.ts';
import { createMetrics } from '../../src/health/metrics.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' });
/** Tools of Debian's that a machine may lack; what needs them is then looked at elsewhere. */
const has = (program: string): boolean => run(program, '--version').status === 0;

/** The date of the sources, which a commit beside this test would change. */
function dated(t: Test): void {
  process.env.SOURCE_DATE_EPOCH = '1700000000';
  t.teardown(() => delete process.env.SOURCE_DATE_EPOCH);
}

t.test('the unit keeps what protects it and what lets it live', async t => {
  const unit = read('systemd/waystation.service');
  const directives = unit.split('\n').filter(line => /^\w/.test(line));
  t.ok(directives.includes('RestartPreventExitStatus=2 65 78'), 'what does not mend itself is not tried for ever');
  for (const each of ['Type=notify', 'NotifyAccess=all', 'WatchdogSec=30', 'NoNewPrivileges=yes', 'UMask=0077']) {
    t.ok(directives.includes(each), each);
  }
  t.notMatch(directives.join('\n'), /MemoryDenyWriteExecute/, 'V8 writes code');
  t.match(unit, /# No MemoryDenyWriteExecute=: V8/, 'and the unit says so');
  t.ok(directives.includes('LoadCredential=waystation.master-key'), 'by name: with a path it must be there');
  t.match(unit, /^RestrictAddressFamilies=.*AF_UNIX.*AF_NETLINK/m, 'for systemd-notify and for the own addresses');
  if (!has('systemd-analyze')) return;
  const path = join(root, 'systemd/waystation.service');
  const { status, stdout } = run('systemd-analyze', 'security', '--offline=true', '--threshold=15', '--no-pager', path);
  t.equal(status, 0, stdout.split('\n').at(-2) ?? '');
});

t.test('maintainer scripts act when they are asked to, and touch nothing of the administrator', async t => {
  for (const name of ['preinst', 'postinst', 'prerm', 'postrm']) {
    const path = join(root, 'packaging/debian', name);
    const text = read(`packaging/debian/${name}`);
    t.match(text, /^#!\/bin\/sh\nset -e\n/, name);
    t.equal(run('sh', '-n', path).status, 0, `${name} is a script`);
    t.notMatch(
      text,
      /chown|chmod -R|systemctl (start|stop|restart|enable)/,
      `${name} leaves owners and services alone`,
    );
  }
  t.equal(run('sh', join(root, 'packaging/debian/postinst'), 'abort-upgrade', '1').status, 0);
  t.equal(run('sh', join(root, 'packaging/debian/prerm'), 'upgrade', '1').status, 0);
});

t.test('the package has its files and nothing in /etc, and the same sources give the same bytes', async t => {
  dated(t);
  if (!has('dpkg-deb')) {
    await t.rejects(buildDeb(standIn(t.testdir())), /dpkg-deb is not on this machine/);
    return;
  }
  const of = standIn(t.testdir());
  const file = await buildDeb(of);
  const first = readFileSync(file);
  t.match(file, /waystation_1\.2\.0~rc\.1_arm64\.deb$/);
  t.ok(first.equals(readFileSync(await buildDeb(of))), 'the same bytes again');
  const lines = run('dpkg-deb', '--contents', file).stdout.trim().split('\n');
  t.same([...new Set(lines.map(line => line.split(/\s+/)[1]))], ['root/root']);
  const files = lines.filter(line => line.startsWith('-')).map(line => line.replace(/.* \.\//, ''));
  const inside = /^usr\/share\/waystation\/proto\/|^usr\/share\/doc\/waystation\/.*\.md$/;
  for (const name of [
    'doc/waystation/README.md',
    'doc/waystation/clients.md',
    'waystation/proto/platform/api/v1/core.proto',
  ])
    t.ok(files.includes(`usr/share/${name}`), name);
  t.same(files.filter(name => !inside.test(name)).sort(), [
    'usr/bin/waystation',
    'usr/lib/systemd/system/waystation-update.path',
    'usr/lib/systemd/system/waystation-update.service',
    'usr/lib/systemd/system/waystation.service',
    'usr/lib/sysusers.d/waystation.conf',
    'usr/lib/tmpfiles.d/waystation.conf',
    'usr/share/bash-completion/completions/waystation',
    'usr/share/doc/waystation/changelog.gz',
    'usr/share/doc/waystation/copyright',
    'usr/share/fish/vendor_completions.d/waystation.fish',
    'usr/share/lintian/overrides/waystation',
    'usr/share/man/man1/waystation.1.gz',
    'usr/share/waystation/examples/Caddyfile',
    'usr/share/waystation/examples/grafana-waystation.json',
    'usr/share/waystation/examples/nats-hub.conf',
    'usr/share/waystation/examples/nats-stream-cmd.json',
    'usr/share/waystation/examples/nats-stream-ev.json',
    'usr/share/waystation/examples/nats-stream-up.json',
    'usr/share/waystation/examples/nginx.conf',
    'usr/share/waystation/examples/traefik.yaml',
    'usr/share/waystation/examples/waystation.yaml',
    'usr/share/waystation/openapi.json',
    'usr/share/zsh/vendor-completions/_waystation',
  ]);
  t.match(run('dpkg-deb', '--field', file).stdout, /^Architecture: arm64$/m);
  const scripts = run('dpkg-deb', '--info', file).stdout;
  for (const name of ['preinst', 'postinst', 'prerm', 'postrm', 'md5sums'])
    t.match(scripts, new RegExp(`\\b${name}\\b`));
  t.notMatch(scripts, /conffiles/);
});

t.test('the manual names every command and every setting', async t => {
  const page = manualPage(await commandLine(), { version: '1.2.3', date: '2026-01-02' }).replaceAll('\\-', '-');
  for (const { path, commands } of flattened(await commandLine())) {
    if (commands.length === 0) t.match(page, `.SS waystation ${path.join(' ')}`);
  }
  for (const key of settings.keys()) t.match(page, `.B ${key}`);
  t.match(page, '$ waystation certs status', 'with the examples of the help');
});

t.test('the completions know every command', async t => {
  const program = await commandLine();
  const dir = t.testdir({ bash: bashCompletion(program) });
  const complete = (...words: string[]): string[] => {
    const script = `. ${join(dir, 'bash')}; COMP_WORDS=(waystation ${words.join(' ')}); COMP_CWORD=${words.length}; _waystation; echo "\${COMPREPLY[*]}"`;
    return run('bash', '-c', script).stdout.trim().split(' ');
  };
  t.same(complete('ver'), ['version']);
  t.same(complete('--config', 'x.yaml', 'certs', 'export'), ['export-ca']);
  t.same(complete('certs', 'base-station', '--passphrase'), ['--passphrase-file']);
  t.same(complete('simulate', 'base-station', '--eui', '""'), [''], 'a value that only a person knows');
  for (const text of [zshCompletion(program), fishCompletion(program)]) {
    for (const { path } of flattened(program)) t.match(text, path.at(-1) ?? 'waystation');
  }
});

t.test('the board shows what the health port has', async t => {
  const { body } = await createMetrics().text();
  const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const board = JSON.parse(read('packaging/examples/grafana-waystation.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const shown = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const names = shown.flatMap(expr => expr.match(/\b(waystation|process|nodejs)_\w+/g) ?? []);
  t.same(
    [...new Set(names)].filter(name => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, ''))),
    [],
  );
  const ours = [...known].filter(name => name?.startsWith('waystation_'));
  t.same(
    ours.filter(name => !names.some(each => each.startsWith(name ?? ''))),
    [],
    'every metric of ours is on it',
  );
});

t.test('the documents of the package say what is in it', async t => {
  dated(t);
  const dir = t.testdir({ lib: { LICENSE: 'MIT License\n\nCopyright (c) 2020 Ada\n\nPermission is granted' } });
  const packages = [{ name: 'lib', version: '1.0.0', license: 'MIT', dir: 'lib', supplier: 'Ada', sha512: '' }];
  const copyright = copyrightFile({
    root: dir,
    packages,
    nodeLicence: 'Node.js is licensed',
    catalogSources: 'Copyright (c) Bob',
  });
  t.match(
    copyright,
    'Files: libraries/lib-1.0.0/*\nCopyright: Copyright (c) 2020 Ada\nLicense: MIT\n MIT License\n .\n Copyright',
  );
  t.match(
    copyright,
    'Files: catalog/*\nCopyright: the manufacturers and those named below\nLicense: CC-BY-4.0-and-MIT\n Copyright (c) Bob',
  );
  const changelog = debianChangelog(
    '# Changelog\n\n## Unreleased\n\n- New [thing](docs/x.md).\n\n## 1.0.0 - 2026-01-02\n\n- First.\n',
    { version: '1.1.0-rc.1', maintainer: 'A <a@b.invalid>', date: new Date(0) },
  );
  t.equal(
    changelog,
    'waystation (1.1.0~rc.1) stable; urgency=medium\n\n  * New thing.\n\n -- A <a@b.invalid>  Thu, 01 Jan 1970 00:00:00 +0000\n\n' +
      'waystation (1.0.0) stable; urgency=medium\n\n  * First.\n\n -- A <a@b.invalid>  Fri, 02 Jan 2026 00:00:00 +0000\n',
  );
  t.equal(debianVersion('1.2.0-rc.1'), '1.2.0~rc.1');
});

t.test('nothing that is packed holds a private key', async t => {
  const sources = readdirSync(join(root, 'packaging'), { recursive: true, withFileTypes: true });
  for (const each of sources.filter(entry => entry.isFile())) {
    t.notMatch(readFileSync(join(each.parentPath, each.name), 'utf8'), /PRIVATE KEY/, each.name);
  }
});

function standIn(dir: string) {
  const executable = join(dir, 'waystation');
  writeFileSync(executable, '#!/bin/sh\n');
  const nodeLicence = join(root, 'LICENSE');
  const of = { executable, architecture: 'arm64', out: join(dir, 'out'), nodeLicence, packages: [] } as const;
  return { ...of, version: '1.2.0-rc.1', compression: '0' };
}
