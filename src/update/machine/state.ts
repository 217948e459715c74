import { minuteOf } from '../../kit/since.ts';
import { compareVersions } from '../release-version.ts';
import { type Begun, type Entry, openUpdate, readJournal } from './journal.ts';

/** How far an update is. The last three are its ends. */
export type UpdatePhase =
  | 'verified'
  | 'rehearsed'
  | 'trial'
  | 'committed'
  | 'going_back'
  | 'installed'
  | 'refused'
  | 'rolled_back';

/** The last update of a box, under way or over. */
export interface UpdateState extends Begun {
  /** Grows from update to update. */
  readonly id: number;
  readonly phase: UpdatePhase;
  readonly isOpen: boolean;
  /** Milliseconds. */
  readonly begunAt: number;
  readonly changedAt: number;
  /** For how long nobody was to be served, as the rehearsal has it, milliseconds. */
  readonly pauseMs: number | undefined;
  /** How often the new program was tried. */
  readonly trials: number;
  /** Why it was refused, or gone back, as a sentence. */
  readonly why: string | undefined;
}

const PHASES: Readonly<Record<Entry['step'], UpdatePhase>> = {
  begun: 'verified',
  rehearsed: 'rehearsed',
  trial: 'trial',
  committed: 'committed',
  back: 'going_back',
  installed: 'installed',
  refused: 'refused',
  rolled_back: 'rolled_back',
};

/**
 * What is known of the last update; reads only. @param folder of `layoutOf(…).state`
 * @returns undefined where there was none
 */
export function updateState(folder: string): UpdateState | undefined {
  return stateOf(readJournal(folder));
}

export function stateOf(entries: readonly Entry[]): UpdateState | undefined {
  const last = entries.at(-1);
  const ofIt = entries.filter(({ update }) => update === last?.update);
  const begun = ofIt.find(entry => entry.step === 'begun');
  if (!last || !begun) return undefined;
  const { from, to, form, sha256, by, package: ofPackage } = begun;
  return {
    ...{ id: last.update, from, to, form, sha256, by, ...(ofPackage && { package: ofPackage }) },
    phase: PHASES[last.step],
    isOpen: openUpdate(entries).length > 0,
    begunAt: begun.at,
    changedAt: last.at,
    pauseMs: ofIt.findLast(entry => entry.step === 'rehearsed')?.pauseMs,
    trials: ofIt.findLast(entry => entry.step === 'trial')?.count ?? 0,
    why: ofIt.findLast(entry => 'why' in entry)?.why,
  };
}

/** Versions that were tried here and did not work: they are not tried again but by a person. */
export function rolledBack(entries: readonly Entry[]): ReadonlySet<string> {
  const versions = new Set<string>();
  for (const entry of entries) {
    const to = entries.find(each => each.step === 'begun' && each.update === entry.update) as
      | (Begun & Entry)
      | undefined;
    if (to && entry.step === 'rolled_back') versions.add(to.to);
    if (to && entry.step === 'committed') versions.delete(to.to);
  }
  return versions;
}

/** The highest version that has proved itself here. */
export function highestCommitted(entries: readonly Entry[]): string | undefined {
  const committed = new Set(entries.filter(({ step }) => step === 'committed').map(({ update }) => update));
  const versions = entries.flatMap(entry => (entry.step === 'begun' && committed.has(entry.update) ? [entry.to] : []));
  return versions.toSorted(compareVersions).at(-1);
}

/** An entry as a person reads it. */
export function wordsOf(entry: Entry): string {
  return `${minuteOf(entry.at)}  ${sentenceOf(entry)}`;
}

function sentenceOf(entry: Entry): string {
  switch (entry.step) {
    case 'begun':
      return `${entry.to} ${entry.package ? 'came as a package' : 'is verified'} and lies ready, ${entry.from} goes on (asked for by ${entry.by})`;
    case 'rehearsed':
      return `it has tried itself on a copy of the database: a pause of about ${seconds(entry.pauseMs)} is to be expected${entry.carrying ? ', and that nothing but telegrams is taken while it is watched' : ''}`;
    case 'trial':
      return `it takes over and is watched${entry.count > 1 ? `, for the ${entry.count}. time` : ''}`;
    case 'committed':
      return 'it works: it stays';
    case 'back':
      return `it does not work, the one from before takes over again: ${entry.why}`;
    case 'installed':
      return 'it is in the place of the one from before';
    case 'refused':
      return `it was not started, nothing was changed: ${entry.why}`;
    case 'rolled_back':
      return 'the one from before serves again';
  }
}

const seconds = (ms: number): string => `${Math.max(1, Math.ceil(ms / 1000))} s`;
