import {
  contentOf,
  type Downlink,
  FINAL,
  type Frame,
  HELD,
  type Open,
  queueRequest,
  type Row,
  type Seen,
  type Station,
  Violation,
} from './facts.ts';
import { TICK_MS, type World } from './world.ts';

/** How a final state is told (platform API 20.3). */
const FINAL_EVENTS = ['downlink.sent', 'downlink.expired', 'downlink.invalid', 'downlink.revoked'] as const;

/**
 * Takes a frame that was written to a station: it is what the rules owe it, or allow, or the repetition of an open operation.
 * @throws Violation
 */
export function judgeFrame(world: World, frame: Frame): void {
  const station = world.station(frame.station);
  const is = `${frame.command} ${frame.opId} at station ${frame.station}`;
  if (repeated(world, station, frame)) return;
  if (frame.opId >= station.lowest) throw new Violation(`${is}: the id is not below ${station.lowest}`);
  station.lowest = frame.opId;
  if (frame.command === 'dlDataQue') queued(world, station, frame, is);
  else if (frame.command === 'dlDataRev') revoked(world, station, frame, is);
  else if (frame.command === 'attPrp' || frame.command === 'detPrp') told(world, station, frame, is);
  else if (frame.command !== 'dlRxStatQry') throw new Violation(`${is}: it was not asked for`);
  if (station.query !== undefined && (station.query !== frame.endpoint || frame.command !== 'dlDataQue')) {
    throw new Violation(`${is}: follows a query that goes before a downlink of endpoint ${station.query}`);
  }
  // The service center may end queries before they are answered.
  const done = frame.command === 'dlRxStatQry';
  station.query = done ? frame.endpoint : undefined;
  station.open.push({ ...frame, since: world.state.now, late: undefined, done });
}

/** Right after a resume: every open operation with its old id and content, in order, before anything new (BSSCI 6.5). */
function repeated(world: World, station: Station, frame: Frame): boolean {
  while (station.repeat.length > 0) {
    const next = station.repeat.shift() as Open;
    if (next.opId === frame.opId) {
      if (next.content !== frame.content) {
        throw new Violation(`${frame.opId} was ${next.content} and is repeated as ${frame.content}`);
      }
      next.since = world.state.now;
      return true;
    }
    if (!next.done) throw new Violation(`${next.command} ${next.opId} is not repeated before ${frame.opId}`);
    drop(station, next);
  }
  return false;
}

function drop(station: Station, open: Open): void {
  station.open = station.open.filter(other => other !== open);
}

function queued(world: World, station: Station, frame: Frame, is: string): void {
  const queId = frame.queId ?? 0;
  const downlink = world.downlink(queId);
  if (!downlink) throw new Violation(`${is}: no downlink ${queId}`);
  if (frame.content !== queueRequest(queId, downlink.spec)) throw new Violation(`${is}: is ${frame.content}`);
  let owed = station.owed.find(each => each.command === 'dlDataQue' && each.queId === queId);
  if (!owed?.stale) {
    for (const [index, { holds }] of world.state.stations.entries()) {
      if (holds.has(queId)) throw new Violation(`${is}: station ${index} holds ${queId} already`);
    }
  }
  if (!owed) {
    const { chances } = world.state;
    const chance = chances.find(each => each.queId === queId && each.station === frame.station && !each.heard?.given);
    if (!chance || downlink.state !== 'pending') throw new Violation(`${is}: ${queId} is not for it now`);
    if (chance.heard) chance.heard.given = true;
    world.dispatch(queId, frame.station);
    owed = station.owed.at(-1);
  }
  station.owed = station.owed.filter(each => each !== owed);
  if (owed?.stale) return;
  station.holds.set(queId, frame.opId);
  if (downlink.station === frame.station && HELD.has(downlink.state)) downlink.queOp ??= frame.opId;
}

function revoked(world: World, station: Station, frame: Frame, is: string): void {
  const owed = station.owed.find(each => each.command === 'dlDataRev' && each.queId === frame.queId);
  const downlink = world.downlink(frame.queId ?? 0);
  if (!owed || !downlink) throw new Violation(`${is}: ${frame.queId} is not to be revoked there`);
  const { queId, spec } = downlink;
  if (frame.content !== contentOf('dlDataRev', { endpoint: spec.endpoint, queId }))
    throw new Violation(`${is}: content`);
  station.owed = station.owed.filter(each => each !== owed);
  if (downlink.state === 'revoking' && downlink.station === frame.station) downlink.revOp ??= frame.opId;
}

function told(world: World, station: Station, frame: Frame, is: string): void {
  const known = station.told.get(frame.endpoint);
  const may = known?.due || known?.may || (known?.retryAt !== undefined && known.retryAt <= world.state.now);
  if (!known || `${known.kind}Prp` !== frame.command || !may) throw new Violation(`${is}: not due`);
  Object.assign(known, { due: false, may: false, retryAt: undefined, opId: frame.opId });
}

/** Compares what is stored and written after an act with what must be. @throws Violation */
export function judgeAll(world: World, { rows, events }: Seen): void {
  adopt(world, rows);
  for (const [index, station] of world.state.stations.entries()) if (station.connected) settled(world, station, index);
  for (const { type, queId } of events) {
    const told = world.downlink(queId)?.events;
    told?.set(type, (told.get(type) ?? 0) + 1);
  }
  const stored = new Map(rows.map(row => [row.queId, row]));
  if (stored.size !== world.downlinks.length) throw new Violation(`${stored.size} of ${world.downlinks.length} stored`);
  for (const downlink of world.downlinks) {
    compare(world, downlink, stored.get(downlink.queId));
    reported(downlink);
  }
}

/** A hand-over that was left open has taken place, and its station went before it was written. */
function adopt(world: World, rows: readonly Row[]): void {
  for (const { queId, station, heard } of world.state.chances) {
    const row = rows.find(each => each.queId === queId);
    if (row?.state !== 'dispatched' || row.station !== station || world.station(station).connected) continue;
    if (world.downlink(queId)?.state !== 'pending' || heard?.given) continue;
    if (heard) heard.given = true;
    world.dispatch(queId, station);
  }
  world.state.chances = [];
}

function settled(world: World, station: Station, index: number): void {
  const missing = station.repeat.find(({ done }) => !done);
  if (missing) throw new Violation(`${missing.command} ${missing.opId} is not repeated at station ${index}`);
  for (const open of station.repeat) drop(station, open);
  station.repeat = [];
  const [owed] = station.owed;
  if (owed) throw new Violation(`station ${index} does not get ${owed.command} of ${owed.queId}`);
  for (const [endpoint, told] of station.told) {
    const { due, kind, retryAt = Number.POSITIVE_INFINITY } = told;
    if (due || retryAt + 2 * TICK_MS <= world.state.now) {
      throw new Violation(`station ${index} is not told ${kind} of endpoint ${endpoint}`);
    }
    told.may = false;
  }
}

function compare(world: World, { queId, state, station, attempts, expiresAt }: Downlink, row: Row | undefined): void {
  if (!row) throw new Violation(`${queId} is lost`);
  const where = HELD.has(state) ? ` at station ${station}` : '';
  const found = HELD.has(row.state) ? ` at station ${row.station}` : '';
  if (`${row.state}${found}` !== `${state}${where}`) {
    const lives = Math.round((expiresAt - world.state.now) / 1000);
    throw new Violation(`${queId} is ${row.state}${found}, not ${state}${where}; it lives ${lives} s`);
  }
  if (row.attempts !== attempts) throw new Violation(`${queId} has ${row.attempts} attempts, not ${attempts}`);
}

/** Exactly one event tells the end, and one more the acknowledgement. */
function reported({ queId, state, events }: Downlink): void {
  const count = (type: string) => events.get(type) ?? 0;
  const ends = FINAL_EVENTS.filter(type => count(type) > 0);
  const total = ends.reduce((sum, type) => sum + count(type), 0);
  const wanted = state === 'acknowledged' ? 'downlink.sent' : `downlink.${state}`;
  const right = FINAL.has(state) ? total === 1 && ends[0] === wanted : total === 0;
  if (!right) throw new Violation(`${queId} is ${state}, and its end was told ${total} times: ${ends.join(', ')}`);
  if (count('downlink.queued') !== 1) throw new Violation(`${queId} was queued ${count('downlink.queued')} times`);
  if (count('downlink.acknowledged') !== (state === 'acknowledged' ? 1 : 0)) {
    throw new Violation(`${queId} is ${state}, acknowledged ${count('downlink.acknowledged')} times`);
  }
}
