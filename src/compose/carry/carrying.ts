import { constants, copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BssciService } from '../../bssci/listener.ts';
import type { EndedSession, UplinkCarrier } from '../../bssci/options.ts';
import type { Config } from '../../config/load.ts';
import { engineOf } from '../../database/driver.ts';
import { writeSnapshot } from '../../database/snapshot/snapshot.ts';
import type { Store } from '../../domain/domain.ts';
import type { UplinkReport } from '../../domain/uplink/receive.ts';
import type { Metrics } from '../../health/metrics.ts';
import type { WorkDone } from '../../health/work-done.ts';
import type { Eui } from '../../kit/eui.ts';
import { makeFolder } from '../../kit/folder.ts';
import { watchedActs } from '../../upkeep/box/acts.ts';
import { serveBox } from '../../upkeep/box/socket.ts';
import { type Data, type DataOptions, openData } from '../data.ts';
import { newsOf } from '../news.ts';
import { openPeers } from '../peers.ts';
import { openTrust, type Trust } from '../trust.ts';
import { type CarriedUplink, CarryFile } from './carry-file.ts';
import { carryPath, trialFolder } from './places.ts';

export interface CarryingOptions extends Omit<DataOptions, 'metrics' | 'work'> {
  readonly metrics: Metrics;
  readonly work: WorkDone;
}

export interface Carrying {
  readonly data: Data;
  readonly trust: Trust;
  readonly bssci: BssciService;
}

/** No trial is that long. */
const NEVER_S = 1_000_000;

/**
 * Starts a service that takes nothing but telegrams of base stations that are registered, and writes each into a file of its own: for the trial
 * of a release on whose database the program before could not go on. It works on a copy of the database; whichever program goes on does so
 * with the database as it was, and receives what is in the file (`receiveCarried`). What else stations ask waits until then; the other ports stay closed.
 */
export async function startCarrying(options: CarryingOptions, opened: AsyncDisposableStack): Promise<Carrying> {
  const { clock, log, release, metrics, work } = options;
  const config = trialConfig(options.config);
  makeFolder(join(config.data_dir, 'update'), 0o700);
  await copyDatabase(options.config, config);
  const data = await openData({ ...options, config }, opened);
  const common = { config, clock, log };
  const trust = await openTrust({ ...common, data }, opened);
  const { certificates, revocation, pki, time } = trust;
  const file = await CarryFile.open(carryPath(config.data_dir));
  opened.defer(() => file.close());
  const { store, installation, seal: sealer, runTime } = data;
  const carrier = new Carry(file, store, () => {
    work.uplinks++;
  });
  const { bssci } = await openPeers(
    {
      ...{ ...common, sealer, certificates, revocation, metrics, installation, runTime },
      version: release.version,
      store,
      uplinks: noUplinks,
      carrier,
      newMessages: newsOf(store).messages,
      clockIsWrong: stationMs => time.compare(stationMs),
      revocations: pki.revocations,
    },
    opened,
  );
  const box = await serveBox(
    config.data_dir,
    watchedActs({
      store,
      clock,
      vitals: () => ({
        version: release.version,
        ready: true,
        critical: store.read.alertsOfInstallation.critical(),
      }),
      shown: async name => (name === 'bssci' ? await bssci.shownCertificate() : undefined)?.toString(),
    }),
    log,
  );
  opened.defer(() => box.stop());
  return { data, trust, bssci };
}

/** Nothing of what it writes is where the service has its own, and it starts nothing at stations that would be stored. */
function trialConfig(config: Config): Config {
  const folder = trialFolder(config.data_dir);
  return {
    ...config,
    store: { ...config.store, path: join(folder, 'waystation.db') },
    backup: { ...config.backup, dir: join(folder, 'backups') },
    scaci: { ...config.scaci, enabled: false },
    bssci: {
      ...config.bssci,
      register_unknown: false,
      ping_s: NEVER_S,
      dead_s: NEVER_S,
      status_first_s: NEVER_S,
      status_s: NEVER_S,
      mac_types: [],
    },
  };
}

/** The caller is the only one who has the database. */
async function copyDatabase({ store: { path, engine } }: Config, { data_dir, store: trial }: Config): Promise<void> {
  const folder = trialFolder(data_dir);
  rmSync(folder, { recursive: true, force: true });
  makeFolder(folder, 0o700);
  if (!existsSync(path)) return;
  // Beside what a process has left that was killed there is a log, which belongs to it.
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if ((log?.size ?? 0) > 0)
    await writeSnapshot({ source: path, target: trial.path, engine: engineOf(engine), alone: true });
  else copyFileSync(path, trial.path, constants.COPYFILE_FICLONE);
}

/** Writes down what stations are answered for. */
class Carry implements UplinkCarrier {
  readonly #file: CarryFile;
  readonly #store: Pick<Store, 'read'>;
  readonly #counted: () => void;
  /** UUIDs of sessions by their rows, which are those of the copy. */
  readonly #sessions = new Map<number, string>();

  constructor(file: CarryFile, store: Pick<Store, 'read'>, counted: () => void) {
    this.#file = file;
    this.#store = store;
    this.#counted = counted;
  }

  async uplink(report: UplinkReport, bsEui: Eui): Promise<void> {
    const { progress, reception } = report;
    const { opId, rxTime, rxDuration, snr, rssi, eqSnr, profile, mode, subpackets } = reception;
    const record: CarriedUplink = {
      kind: 'uplink',
      ...{ bsEui, session: this.#uuidOf(reception.station, progress.session) },
      ...{ last: progress.lastBs, done: progress.doneBs, at: report.arrivedAt },
      ...{ epEui: report.epEui, packetCnt: report.packetCnt, format: report.format, flags: report.flags },
      data: Buffer.from(report.userData).toString('base64'),
      ...{ opId, rxTime: String(rxTime), snr, rssi, eqSnr, profile, mode, subpackets },
      rxDuration: rxDuration === undefined ? undefined : String(rxDuration),
    };
    await this.#file.append(record);
    this.#counted();
  }

  async ended({ station, progress, lastSeenAt }: EndedSession, bsEui: Eui): Promise<void> {
    const { session: row, lastBs: last, doneBs: done } = progress;
    const session = this.#uuidOf(station, row);
    this.#sessions.delete(row);
    await this.#file.append({ kind: 'progress', bsEui, session, last, done, at: lastSeenAt });
  }

  #uuidOf(station: number, session: number): string {
    const known = this.#sessions.get(session);
    if (known !== undefined) return known;
    const latest = this.#store.read.sessions.latest(station);
    const uuid = latest?.id === session ? Buffer.from(latest.snScUuid).toString('hex') : '';
    this.#sessions.set(session, uuid);
    return uuid;
  }
}

/** Nothing comes this way: telegrams go to the carrier. */
const noUplinks = {
  receive: () => Promise.reject(new Error('telegrams are carried')),
  receiveMac: () => Promise.reject(new Error('telegrams are carried')),
};
