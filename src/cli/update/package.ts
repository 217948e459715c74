import { execFile } from 'node:child_process';
import type { Command } from 'commander';
import { lockHolder } from '../../config/lock.ts';
import { readRelease } from '../../config/release.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { packageVersion, releaseOf } from '../../update/debian-package.ts';
import { openUpdate, readJournal } from '../../update/machine/journal.ts';
import { type Layout, layoutOf, makeStateFolder } from '../../update/machine/layout.ts';
import {
  handOver,
  isHeld,
  keepBefore,
  letGo,
  type PackagePlaces,
  packagePlaces,
} from '../../update/machine/package-upgrade.ts';
import { requestUpdate, waitingRequest } from '../../update/machine/request.ts';
import { reloadUnits, SystemdHost } from '../../update/machine/systemd-host.ts';
import { settledConfig } from '../settings.ts';
import { askVitals, ownerOf } from './machine.ts';

/** Of `hold`: the package has to wait. Any other but 0 says that there will be no trial. */
const EXIT_BUSY = 75;
const UNIT = 'waystation-update.service';

/**
 * What the package calls before dpkg replaces its files: the program that serves stays in charge. Its name, its argument and its exit codes
 * stay as they are, since the package is of another release.
 * @param debianVersion that is about to be installed
 */
export async function hold(debianVersion: string | undefined, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const layout = layoutOf(config.data_dir, process.execPath);
  const places = packagePlaces(layout);
  if (!layout.systemd) return without('systemd does not run here');
  if (debianVersion !== undefined && releaseOf(debianVersion) === readRelease().version)
    return without('it is this release');
  // Also while nothing answers: that may be the pause of the update.
  if (await isUnderWay(layout)) return busy();
  const host = await SystemdHost.of({ layout, installed: places.installed, clock: systemClock });
  if (!(await host.isActive())) return without('the service does not run');
  const vitals = await askVitals(config.data_dir).catch(() => undefined);
  if (!vitals?.ready) return without('the service does not answer');
  const wasHeld = isHeld(places);
  keepBefore(places, host.settings.length === 0 ? 'serve' : `serve ${host.settings.join(' ')}`);
  // Who updates takes its lock first and looks for what is kept then: of two at once one sees the other.
  if (await isUnderWay(layout)) {
    if (!wasHeld) letGo(places);
    return busy();
  }
  await reloadUnits();
}

async function isUnderWay({ state }: Layout): Promise<boolean> {
  // What is asked for and not begun counts, too.
  if (waitingRequest('operator', state, state)) return true;
  return openUpdate(readJournal(state)).length > 0 || (await lockHolder(state)) !== undefined;
}

function busy(): void {
  console.error(
    'waystation: an update is under way: wait for its end (waystation update status), then install the package again',
  );
  process.exitCode = EXIT_BUSY;
}

function without(why: string): void {
  console.error(`waystation: ${why}, so the release is installed without a trial`);
  process.exitCode = 1;
}

/** What the package calls when dpkg has replaced its files: has the release tried that it brought. Likewise. */
export async function handOverPackage(command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const layout = layoutOf(config.data_dir, process.execPath);
  const places = packagePlaces(layout);
  const version = packageVersion();
  if (version === undefined) throw new Error('dpkg does not say which version of the package is installed');
  handOver(places);
  makeStateFolder(layout, ownerOf(config));
  requestUpdate(layout.state, {
    by: 'apt or dpkg',
    file: undefined,
    stale: false,
    downgrade: true,
    again: true,
    package: version,
  });
  await finish(places);
  await startUpdate();
  console.log(
    `Waystation: ${version} is on trial, ${readRelease().version} takes over again if anything is wrong: waystation update status`,
  );
}

async function finish(places: PackagePlaces): Promise<void> {
  letGo(places);
  await reloadUnits();
}

/** Starts who updates; does not wait for it. */
export function startUpdate(): Promise<void> {
  return new Promise((done, fail) => {
    execFile('systemctl', ['start', '--no-block', UNIT], (error, _, stderr) => {
      if (error) fail(new Error(`${UNIT} cannot be started: ${stderr.trim() || reasonOf(error)}`));
      else done();
    });
  });
}
