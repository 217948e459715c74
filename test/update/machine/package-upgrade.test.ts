import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  handOver,
  isHeld,
  keepBefore,
  letGo,
  type PackagePlaces,
  placeUnits,
  programBefore,
} from '../../../src/update/machine/package-upgrade.ts';
import { clear } from '../../../src/update/machine/take-over.ts';

const UNIT = 'waystation.service';

/** A system on which the package of a release is installed. */
function systemIn(dir: string, release = 'old'): PackagePlaces {
  const places = {
    programs: join(dir, 'lib/waystation'),
    installed: join(dir, 'bin/waystation'),
    unitFolder: join(dir, 'systemd'),
    dropIn: join(dir, 'systemd/waystation.service.d/zz-before.conf'),
  };
  for (const folder of ['bin', 'systemd']) mkdirSync(join(dir, folder));
  unpack(places, release);
  return places;
}

/** What dpkg does: each file has another one in its place, as a whole. */
function unpack({ installed, unitFolder }: PackagePlaces, release: string): void {
  for (const path of [installed, join(unitFolder, UNIT), join(unitFolder, 'waystation-update.path')]) {
    rmSync(path, { force: true });
    writeFileSync(path, `${release} ${path === installed ? 'program' : 'unit'}`, {
      mode: path === installed ? 0o755 : 0o644,
    });
  }
}

const text = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** The program that a start of the machine runs. */
function started(places: PackagePlaces): string | undefined {
  const command = /^ExecStart=(\S+)/m.exec((text(places.dropIn) ?? '').replace('ExecStart=\n', ''))?.[1];
  return text(command ?? places.installed);
}

t.test('the program from before is the installed one again, and the new one lies ready with its units', async t => {
  const places = systemIn(t.testdir());
  keepBefore(places, 'serve --config /etc/x.yaml');
  t.match(
    text(places.dropIn),
    /\[Service\]\nExecStart=\nExecStart=\S+\/before\/waystation serve --config \/etc\/x\.yaml\n/,
  );
  t.ok(isHeld(places));
  unpack(places, 'new');
  t.equal(started(places), 'old program');
  handOver(places);
  letGo(places);
  t.equal(text(places.installed), 'old program');
  t.equal(text(join(places.unitFolder, UNIT)), 'old unit');
  t.equal(text(join(places.programs, 'next')), 'new program');
  t.equal(statSync(join(places.programs, 'next')).mode & 0o777, 0o755);
  t.notOk(isHeld(places));
  t.same(readdirSync(places.unitFolder).sort(), ['waystation-update.path', UNIT], 'nothing else is left of it');

  placeUnits(join(places.programs, 'units'), places.unitFolder);
  t.equal(text(join(places.unitFolder, UNIT)), 'new unit', 'units come with the program');
  clear(places);
  t.same(readdirSync(places.programs), []);
});

t.test('wherever it is cut, the program from before is started, and done again it ends the same', async t => {
  const dir = t.testdir();
  let cuts = 0;
  for (let at = 0; ; at++) {
    const places = systemIn(join(dir, mkdir(dir, `cut-${at}`)));
    let left = at;
    const step = () => {
      if (left-- === 0) throw new Error('cut');
    };
    let isCut = false;
    const attempt = (act: () => void) => {
      if (isCut) return;
      try {
        act();
      } catch {
        isCut = true;
      }
    };
    let isUnpacked = false;
    attempt(() => keepBefore(places, 'serve', { step }));
    attempt(() => {
      unpack(places, 'new');
      isUnpacked = true;
    });
    attempt(() => handOver(places, { step }));
    attempt(() => letGo(places, { step }));
    t.equal(started(places), 'old program', `cut ${at}`);
    if (!isCut) break;
    cuts++;
    // dpkg begins anew where it had not unpacked everything, and configures the package where it had.
    if (!isUnpacked) {
      keepBefore(places, 'serve');
      unpack(places, 'new');
    }
    if (isHeld(places)) handOver(places);
    letGo(places);
    t.equal(text(places.installed), 'old program', `cut ${at}`);
    t.equal(text(join(places.unitFolder, UNIT)), 'old unit', `cut ${at}`);
    t.equal(text(join(places.programs, 'next')), 'new program', `cut ${at}`);
    t.equal(text(join(places.programs, 'units', UNIT)), 'new unit', `cut ${at}`);
  }
  t.ok(cuts >= 10, `${cuts} cuts`);
});

t.test(
  'a package that comes before the one from before was tried leaves that which has proved itself in charge',
  async t => {
    const places = systemIn(t.testdir());
    keepBefore(places, 'serve');
    unpack(places, 'never tried');
    keepBefore(places, 'serve');
    t.equal(text(programBefore(places)), 'old program');
    unpack(places, 'new');
    handOver(places);
    letGo(places);
    t.equal(text(places.installed), 'old program');
    t.equal(text(join(places.programs, 'next')), 'new program');
  },
);

t.test('also what was handed over in part is not taken for the new program', async t => {
  const places = systemIn(t.testdir());
  keepBefore(places, 'serve');
  unpack(places, 'first');
  handOver(places);
  // Cut before it was let go of; dpkg brings another.
  keepBefore(places, 'serve');
  t.notOk(existsSync(join(places.programs, 'next')));
  unpack(places, 'second');
  handOver(places);
  t.equal(text(join(places.programs, 'next')), 'second program');
  t.equal(text(join(places.programs, 'units', UNIT)), 'second unit');
});

function mkdir(dir: string, name: string): string {
  mkdirSync(join(dir, name));
  return name;
}
