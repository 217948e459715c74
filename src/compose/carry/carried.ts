import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Store } from '../../domain/domain.ts';
import type { Uplinks } from '../../domain/uplink/receive.ts';
import { parseEui } from '../../kit/eui.ts';
import { syncPath } from '../../kit/folder.ts';
import type { Log } from '../../kit/log.ts';
import { type Carried, type CarriedUplink, readCarried } from './carry-file.ts';
import { carryPath, trialFolder } from './places.ts';

/** Of one transaction. */
const BATCH = 256;

export interface CarriedOptions {
  readonly dataDir: string;
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly uplinks: Pick<Uplinks, 'receive'>;
  readonly log: Log;
}

/**
 * Receives again what was acknowledged in a trial, before any station can connect: by the program that goes on, whichever that is. What a
 * cut has this do twice is known to be a copy. What cannot be stored waits for the next start.
 */
export async function receiveCarried({ dataDir, store, uplinks, log }: CarriedOptions): Promise<void> {
  const path = carryPath(dataDir);
  rmSync(trialFolder(dataDir), { recursive: true, force: true });
  let count = 0;
  try {
    let batch: Promise<unknown>[] = [];
    for (const record of readCarried(path)) {
      count++;
      batch.push(received(record, store, uplinks, log));
      if (batch.length < BATCH) continue;
      await Promise.all(batch);
      batch = [];
    }
    await Promise.all(batch);
  } catch (cause) {
    log.error(
      { err: cause },
      'what was acknowledged in the trial of a release cannot be stored, the next start does it',
    );
    return;
  }
  if (count > 0) log.info({ count }, 'what was acknowledged in the trial of a release is received');
  rmSync(path, { force: true });
  if (count > 0) syncPath(dirname(path));
}

async function received(record: Carried, store: CarriedOptions['store'], uplinks: CarriedOptions['uplinks'], log: Log) {
  const eui = parseEui(record.bsEui);
  const station = eui && store.read.sessions.stationOf(eui);
  if (!station) {
    // Only stations that were registered before the trial are let in during it.
    log.error(
      { bsEui: record.bsEui },
      'a base station that is not registered any more was heard in the trial of a release',
    );
    return;
  }
  const latest = store.read.sessions.latest(station.id);
  const isSame = latest && Buffer.from(latest.snScUuid).toString('hex') === record.session;
  const progress = { session: isSame ? latest.id : 0, lastBs: record.last, doneBs: record.done };
  if (record.kind === 'uplink') await uplinks.receive(reportOf(record, station.id, progress));
  else if (isSame) await store.write.sessions.touch([{ station: station.id, progress, lastSeenAt: record.at }]);
}

function reportOf(carried: CarriedUplink, station: number, progress: Parameters<Uplinks['receive']>[0]['progress']) {
  const { opId, rxTime, rxDuration, snr, rssi, eqSnr, profile, mode, subpackets } = carried;
  const { packetCnt, data, format, flags, at } = carried;
  return {
    ...{ packetCnt, format, flags, progress, arrivedAt: at },
    epEui: parseEui(carried.epEui) as NonNullable<ReturnType<typeof parseEui>>,
    userData: Buffer.from(data, 'base64'),
    reception: {
      ...{ station, opId, snr, rssi, eqSnr, profile, mode, subpackets },
      rxTime: BigInt(rxTime),
      rxDuration: rxDuration === undefined ? undefined : BigInt(rxDuration),
    },
  };
}
