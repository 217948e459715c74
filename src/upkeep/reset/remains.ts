import { lstatSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { type Config, masterKeyPlace } from '../../config/load.ts';
import { UNFINISHED } from '../../database/snapshot/snapshot.ts';
import { isSnapshotName } from '../../database/snapshot/snapshot-files.ts';
import { OpenFolder } from '../../kit/open-folder.ts';
import { DOWNLOAD_WORK, PKI } from '../backup/archive.ts';
import { RESTORED_CONFIGURATION } from '../backup/restore-targets.ts';
import { ASIDE, RESTORE_JOURNAL, STAGING } from '../backup/switch-over.ts';
import { RESET_MARK } from './unfinished-reset.ts';

/** What a reset removes, in this order: without the keys the rest is worth less at once. */
export const KINDS = ['keys', 'certificates', 'database', 'snapshots', 'restores', 'updates', 'others'] as const;
export type Kind = (typeof KINDS)[number];

/** Something that a reset removes. */
export interface Remains {
  readonly kind: Kind;
  readonly folder: OpenFolder;
  readonly name: string;
  /** For a person. */
  readonly path: string;
  /** Files in it, with itself; a link counts as one and is not followed. */
  readonly files: number;
  readonly bytes: number;
  /** Names of files in it that hold a key, from the folder on. */
  readonly keys: readonly string[];
}

/** Something that stays, and why. */
export interface Left {
  readonly path: string;
  readonly why: string;
}

/** Files beside a database that belong to it: those of SQLite, marks, copies, what was set aside. */
const BESIDE_DATABASE =
  /^(-wal|-shm|-journal|\.(made|suspect|upgrade|upgrade-failed|replaced|recovery|damaged)([-.].*)?)?$/;
/** What `writeDurably` writes before it has its name. */
const PART = /^\.[0-9a-f]{12}\.tmp$/;
const KEY_FILE = /\.key(\.|$)/;
/** Held while a reset runs, and removed by who holds it. */
const LOCKS: ReadonlySet<string> = new Set(['lock', 'lock.held']);
const MASTER_KEY = 'master.key';
const UPDATES = 'update';
const CONTROL_SOCKET = 'control';

/** Everything of a box that is on its disk, by the configuration; nothing is followed out of the folders it names. */
export class RemainsOfBox {
  readonly remains: readonly Remains[];
  readonly left: readonly Left[];
  readonly data: OpenFolder;
  /** Those that the configuration names. */
  readonly folders: readonly OpenFolder[];

  /** @throws Error of the system, for a data directory that is not there too */
  constructor(config: Config) {
    // The data directory may be a link of root's; what lies in it belongs to the service, which could put one anywhere.
    const data = OpenFolder.open(config.data_dir, { link: true });
    if (!(data instanceof OpenFolder)) throw new Error(`${config.data_dir} is no folder: see --data-dir`);
    this.data = data;
    const places = placesOf(config);
    const opened = [...places.keys()].map(path => ({ path, folder: folderAt(path, config, data) }));
    this.folders = opened.flatMap(({ folder }) => (folder instanceof OpenFolder ? [folder] : []));
    const found = opened.flatMap(({ path, folder }) =>
      folder instanceof OpenFolder ? remainsIn(folder, places.get(path) ?? []) : [],
    );
    this.remains = KINDS.flatMap(kind => found.filter(each => each.kind === kind));
    const strange = opened.flatMap(({ path, folder }) =>
      folder === 'no folder' ? [{ path, why: 'a link, which is not followed: see what it leads to' }] : [],
    );
    const known = [...this.remains, ...strange].map(each => each.path);
    this.left = [...strange, ...strangersIn(config.data_dir, this.folders, new Set(known))];
  }

  /** What was removed stays removed when the power fails. */
  sync(): void {
    for (const folder of this.folders) folder.sync();
  }

  [Symbol.dispose](): void {
    for (const folder of new Set([...this.folders, this.data])) folder[Symbol.dispose]();
  }
}

type Rule = (name: string) => Kind | undefined;

/** Folders and what in them is this program's. */
function placesOf(config: Config): Map<string, Rule[]> {
  const { file, credentialsDirectory } = masterKeyPlace(config);
  const database = basename(config.store.path);
  const rules = new Map<string, Rule[]>();
  const add = (folder: string, rule: Rule) => rules.set(folder, [...(rules.get(folder) ?? [ofRestores]), rule]);
  add(config.data_dir, ofDataDir);
  add(dirname(config.store.path), name =>
    name.startsWith(database) && BESIDE_DATABASE.test(name.slice(database.length)) ? 'database' : undefined,
  );
  // A credential belongs to the service manager.
  if (credentialsDirectory === undefined) {
    add(dirname(file), name => (name === basename(file) || isPartOf(basename(file), name) ? 'keys' : undefined));
  }
  add(config.backup.dir, name => (isSnapshot(name) ? 'snapshots' : undefined));
  return rules;
}

const isPartOf = (whole: string, name: string): boolean =>
  name.startsWith(whole) && PART.test(name.slice(whole.length));

const isSnapshot = (name: string): boolean =>
  isSnapshotName(name.replace(/-(wal|shm|journal)$/, '')) ||
  (name.startsWith('waystation-') && name.includes(`.db${UNFINISHED}`));

const ofRestores: Rule = name => (name === STAGING || name.startsWith(ASIDE) ? 'restores' : undefined);

const ofDataDir: Rule = name => {
  if (name === MASTER_KEY || name.startsWith(`${MASTER_KEY}.`)) return 'keys';
  if (name === PKI) return 'certificates';
  if (name === DOWNLOAD_WORK) return 'snapshots';
  if (name === UPDATES) return 'updates';
  if (name === CONTROL_SOCKET) return 'others';
  const restored = [RESTORE_JOURNAL, RESTORED_CONFIGURATION];
  return restored.some(each => name === each || isPartOf(each, name)) ? 'restores' : undefined;
};

/** A folder of the configuration; below the data directory no link on the way is followed. */
function folderAt(path: string, { data_dir: dataDir }: Config, data: OpenFolder): OpenFolder | 'no folder' | undefined {
  if (path === dataDir) return data;
  const near = relative(dataDir, path);
  if (near.startsWith('..') || isAbsolute(near)) return OpenFolder.open(path);
  let folder: OpenFolder | 'no folder' | undefined = data;
  for (const name of near.split(sep)) {
    const above: OpenFolder = folder;
    folder = above.folder(name);
    if (above !== data) above[Symbol.dispose]();
    if (!(folder instanceof OpenFolder)) return folder;
  }
  return folder;
}

function remainsIn(folder: OpenFolder, rules: readonly Rule[]): Remains[] {
  return folder.names().flatMap(name => {
    const kind = rules.map(rule => rule(name)).find(each => each !== undefined);
    if (kind === undefined) return [];
    return [{ kind, folder, name, path: join(folder.path, name), ...sizeOf(folder, name, kind === 'keys') }];
  });
}

/** @param key whether the file is one, whatever its name */
function sizeOf(folder: OpenFolder, name: string, key = false): Pick<Remains, 'files' | 'bytes' | 'keys'> {
  const found = lstatSync(folder.at(name));
  if (!found.isDirectory()) {
    const plain = found.isFile();
    return { files: 1, bytes: plain ? found.size : 0, keys: plain && (key || KEY_FILE.test(name)) ? [name] : [] };
  }
  const below = folder.folder(name);
  if (!(below instanceof OpenFolder)) return { files: 1, bytes: 0, keys: [] };
  using opened = below;
  const all = opened.names().map(each => sizeOf(opened, each));
  return {
    files: all.reduce((sum, { files }) => sum + files, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    keys: all.flatMap(({ keys }) => keys.map(key => join(name, key))),
  };
}

/** What lies in the data directory and nothing here knows. */
function strangersIn(dataDir: string, folders: readonly OpenFolder[], known: ReadonlySet<string>): Left[] {
  const inside = folders.filter(({ path }) => path === dataDir || path.startsWith(dataDir + sep));
  const ways = new Set(inside.map(({ path }) => path));
  return inside.flatMap(folder =>
    folder.names().flatMap(name => {
      const path = join(folder.path, name);
      const own = folder.path === dataDir && (LOCKS.has(name) || name === RESET_MARK);
      const way = [...ways].some(each => each === path || each.startsWith(path + sep));
      return own || way || known.has(path) ? [] : [{ path, why: 'not made by this program' }];
    }),
  );
}
