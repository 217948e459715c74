import { accessSync, constants, existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, masterKeyPlace } from '../../config/load.ts';
import { engineOf } from '../../database/driver.ts';
import { fail, ok, type Verdict, warn } from '../../kit/faults/finding.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { loadMasterKey, masterSealer, NEXT_MASTER_KEY } from '../../pki/master-key.ts';
import { RESTORE_JOURNAL } from '../../upkeep/backup/switch-over.ts';
import { RESET_MARK } from '../../upkeep/reset/unfinished-reset.ts';
import { type SecretsCheck, tryAll } from '../../upkeep/sealed.ts';
import type { Check } from './examine.ts';

/** A file or folder that only its owner may use. */
interface Place {
  readonly path: string;
  /** The widest mode it may have. */
  readonly mode: number;
}

export const fileChecks: readonly Check[] = [
  {
    name: 'files',
    run({ config }) {
      const dir = config.data_dir;
      if (!existsSync(dir)) return existsAtStart(dir);
      const owner = statSync(dir);
      const findings = placesOf(config).flatMap(place => verdictsOf(place, owner));
      return findings.length > 0 ? findings : ok(`${dir} and what is secret in it belong to one user alone`);
    },
  },
  {
    name: 'unfinished',
    run({ config, server }) {
      const dir = config.data_dir;
      const next = 'start the service, which finishes it';
      const findings: Verdict[] = [
        ...(existsSync(join(dir, RESET_MARK))
          ? [fail('a reset was cut before its end, and keys are gone', 'run waystation reset again, then start')]
          : []),
        ...(existsSync(join(dir, RESTORE_JOURNAL)) ? [warn('a restore was broken off', next)] : []),
        ...(existsSync(join(dir, NEXT_MASTER_KEY))
          ? [
              warn(
                'a change of the master key is not finished',
                server === undefined ? next : 'install the new key as the credential',
              ),
            ]
          : []),
      ];
      return findings.length > 0 ? findings : ok('no restore, reset or change of the master key is under way');
    },
  },
  {
    name: 'master key',
    run({ config }) {
      const place = masterKeyPlace(config);
      const database = existsSync(config.store.path) ? config.store.path : undefined;
      if (!existsSync(place.file)) {
        if (!database) return ok(`${place.file} is made at the first start`);
        return warn(
          `${place.file} cannot be found`,
          'if the service gets it as a credential, name that file with PLATFORM_MASTER_KEY_FILE to have it checked; else put it back from a backup',
        );
      }
      try {
        loadMasterKey({ ...place, mayCreate: false });
      } catch (error) {
        return fail(reasonOf(error), 'do so');
      }
      const sealer = masterSealer(config.data_dir, { ...place, mayCreate: false });
      const opened = tryAll(database, engineOf(config.store.engine), join(config.data_dir, 'pki'), sealer);
      return secrets(place.file, opened);
    },
  },
];

/** As many as are named one by one. */
const NAMED = 5;

function secrets(file: string, { count, failed }: SecretsCheck): Verdict | Verdict[] {
  if (failed.length === 0) return ok(`${file} ${count > 0 ? `opens the secrets here (${count})` : 'is there'}`);
  if (count === 0) return fail(`${file} does not open the secrets here`, 'put the right key back from a backup');
  const anew = 'set it anew, as everything that needs it fails, and so does rekey';
  const findings = failed.slice(0, NAMED).map(secret => fail(`${secret} cannot be opened with ${file}`, anew));
  const more = failed.length - NAMED;
  return more > 0 ? [...findings, fail(`${more} more secrets cannot be opened`, 'set them anew, too')] : findings;
}

function existsAtStart(dir: string): Verdict {
  const parent = nearestFolder(dir);
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    return warn(`${dir} is not there`, 'check data_dir and --data-dir; before the first start this is in order');
  } catch {
    return fail(
      `${dir} cannot be made in ${parent} by this user`,
      `make it, and give it to the user that runs the service`,
    );
  }
}

function nearestFolder(dir: string): string {
  let folder = dirname(dir);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

function placesOf(config: Config): Place[] {
  const pki = join(config.data_dir, 'pki');
  const keys = existsSync(pki) ? readdirSync(pki).filter(name => name.endsWith('.key')) : [];
  const key = masterKeyPlace(config);
  return [
    { path: config.data_dir, mode: 0o755 },
    ...['', '-wal', '-shm'].map(suffix => ({ path: config.store.path + suffix, mode: 0o600 })),
    // The service manager guards the credentials that it hands over.
    ...(key.credentialsDirectory === undefined ? [{ path: key.file, mode: 0o600 }] : []),
    { path: pki, mode: 0o700 },
    ...keys.map(name => ({ path: join(pki, name), mode: 0o600 })),
    { path: config.backup.dir, mode: 0o750 },
  ].filter(({ path }) => existsSync(path));
}

function verdictsOf({ path, mode }: Place, owner: Stats): Verdict[] {
  const found = statSync(path);
  const wider = found.mode & 0o777 & ~mode;
  const octal = (bits: number) => (bits & 0o777).toString(8).padStart(4, '0');
  return [
    ...(wider
      ? [fail(`${path} is open to others (mode ${octal(found.mode)})`, `chmod ${octal(found.mode & mode)} ${path}`)]
      : []),
    ...(found.uid !== owner.uid
      ? [
          fail(
            `${path} belongs to another user (${found.uid}) than the data directory (${owner.uid})`,
            `chown ${owner.uid}:${owner.gid} ${path}`,
          ),
        ]
      : []),
    ...(isUsable(found, path)
      ? []
      : [
          fail(`${path} cannot be written by this user`, 'run this as the user of the service, or give the file to it'),
        ]),
  ];
}

function isUsable(found: Stats, path: string): boolean {
  // Another user's run says nothing about what the service may do; whether the owner fits is checked above.
  if (process.getuid?.() !== found.uid) return true;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
