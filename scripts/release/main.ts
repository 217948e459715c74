// `npm run release`: what the makers sign. Each step is one command, so that each key stays with who holds it; docs/releasing.md.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { BundleSource } from '../../src/update/bundle-source.ts';
import { UpdateRefused } from '../../src/update/refusal.ts';
import { type ReleaseFile, releaseFiles } from '../../src/update/releases.ts';
import { verifyContent } from '../../src/update/staging.ts';
import { verifyRepository } from '../../src/update/verification.ts';
import { publishApt } from './apt.ts';
import { sumLine, writeBundle } from './bundle.ts';
import { type OwnAdvisory, writeCsaf } from './csaf.ts';
import { makeKey, readKey, readPublicKey } from './keys.ts';
import { minisignPublicKey, minisignSignature } from './minisign.ts';
import { isMadeWith, ReleaseRepository, releaseInputs } from './repository.ts';

const USAGE = `npm run release -- COMMAND

  key FILE                    make a key pair: FILE and FILE.pub
  root FOLDER                 propose the next root of a repository: --root PUB (three), --targets PUB, --snapshot PUB, --timestamp PUB
  sign ROOT --key FILE        sign a proposed root, by keys of it and of the root before
  add FOLDER --key FILE       add what is in --dist to the list of releases; --security, --min-version, --notes FILE,
                              --rollout PERCENT of the boxes that take it by themselves, --not-before TIME
  wave FOLDER --key FILE      let more boxes take a release by themselves, or fewer: --release VERSION, --rollout, --not-before
  renew FOLDER --key FILE     sign the list as it is for another year, or by another key
  publish FOLDER --key FILE   let boxes see it, for a month; the key for snapshot and timestamp
  bundle FOLDER FILE          the newest release as one file for a stick
  verify FILE                 verify a bundle as a box does: --root, the root that its program is made with
  sums FOLDER --key FILE      sign SHA256SUMS of a folder for minisign, and write minisign.pub
  advisory FOLDER FILE        publish a hole of this program as CSAF 2.0 beside the repository, as FILE describes it
  apt FOLDER --gpg-key ID     an apt repository with the packages in --dist

  --passphrase-file FILE      of the key
  --dist FOLDER               dist unless given

docs/releasing.md says who does what, and when.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    key: { type: 'string' },
    'passphrase-file': { type: 'string' },
    root: { type: 'string', multiple: true, default: [] },
    targets: { type: 'string', multiple: true, default: [] },
    snapshot: { type: 'string', multiple: true, default: [] },
    timestamp: { type: 'string', multiple: true, default: [] },
    dist: { type: 'string', default: 'dist' },
    security: { type: 'boolean' },
    'min-version': { type: 'string' },
    notes: { type: 'string' },
    release: { type: 'string' },
    rollout: { type: 'string' },
    'not-before': { type: 'string' },
    'gpg-key': { type: 'string' },
  },
});

/** How many of the root's keys have to sign it. */
const ROOT_THRESHOLD = 2;
const now = Date.now();

const commands: Readonly<Record<string, (place: string, second: string | undefined) => void | Promise<void>>> = {
  key(file) {
    const { id } = makeKey(file, passphrase());
    console.log(`${file}: key ${id.slice(0, 8)}. Whoever has this file signs as you do; ${file}.pub is for everybody`);
  },
  root(folder) {
    const keysOf = (role: 'root' | 'targets' | 'snapshot' | 'timestamp') => {
      if (values[role].length === 0) throw new Error(`say --${role} with a public key`);
      return values[role].map(readPublicKey);
    };
    if (values.root.length < ROOT_THRESHOLD)
      throw new Error('a root has three keys, so that one may be lost: say --root three times');
    const file = new ReleaseRepository(folder, now).proposeRoot({
      root: { keys: keysOf('root'), threshold: ROOT_THRESHOLD },
      targets: { keys: keysOf('targets'), threshold: 1 },
      snapshot: { keys: keysOf('snapshot'), threshold: 1 },
      timestamp: { keys: keysOf('timestamp'), threshold: 1 },
    });
    console.log(`${file}: ${ROOT_THRESHOLD} of its keys have to sign it, and ${ROOT_THRESHOLD} of the root before`);
  },
  sign(file) {
    const folder = join(file, '../..');
    new ReleaseRepository(folder, now).signRoot(file, key());
    console.log(`${file}: signed`);
  },
  add(folder) {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    const files = releaseInputs(values.dist, version);
    if (files.length === 0) throw new Error(`${values.dist} has nothing of version ${version}: npm run package first`);
    const repository = new ReleaseRepository(folder, now);
    for (const { path, form } of files) {
      if (form !== 'executable' || isMadeWith(path, repository.roots())) continue;
      throw new Error(
        `${path} was not made with a root of this repository, and would trust no release of it: put one into packaging/update/root.json, and npm run package again`,
      );
    }
    repository.addRelease(
      files,
      {
        version,
        ...(values.security && { security: true }),
        ...(values['min-version'] !== undefined && { minVersion: values['min-version'] }),
        ...waveOf(),
        ...(values.notes !== undefined && { notes: readFileSync(values.notes, 'utf8') }),
      },
      key(),
    );
    for (const { name } of files) console.log(`added ${name}`);
  },
  advisory(folder, file) {
    if (file === undefined) throw new Error('say the file that describes it, after the folder');
    console.log(writeCsaf(folder, JSON.parse(readFileSync(file, 'utf8')) as OwnAdvisory));
  },
  wave(folder) {
    const { release } = values;
    if (release === undefined) throw new Error('say --release: the version whose wave it is');
    new ReleaseRepository(folder, now).setWave(release, waveOf(), key());
    console.log(`${folder}: the list says of ${release} ${JSON.stringify(waveOf())}; publish it`);
  },
  renew(folder) {
    new ReleaseRepository(folder, now).renewList(key());
    console.log(`${folder}: the list is signed for a year; publish it`);
  },
  publish(folder) {
    const online = key();
    new ReleaseRepository(folder, now).publish({ snapshot: online, timestamp: online });
    console.log(`${folder}: published for a month`);
  },
  async bundle(folder, file) {
    if (file === undefined) throw new Error('name the file, such as waystation-0.2.0.wsu');
    await writeBundle(new ReleaseRepository(folder, now), file);
    console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  },
  async verify(file) {
    const [root] = values.root;
    if (root === undefined) throw new Error('say --root, as packaging/update/root.json');
    using source = new BundleSource(file);
    const { targets, expires } = await verifyRepository({ source, trusted: { root: readFileSync(root) }, now });
    for (const each of releaseFiles(targets)) {
      console.log(
        `${each.name}: ${(await isThere(source, each)) ? 'as it was signed for' : 'listed, not in this bundle'}`,
      );
    }
    for (const [role, at] of Object.entries(expires)) console.log(`${role} holds until ${new Date(at).toISOString()}`);
  },
  sums(folder) {
    const file = join(folder, 'SHA256SUMS');
    const own = ['SHA256SUMS', 'SHA256SUMS.minisig', 'minisign.pub'];
    const names = readdirSync(folder).filter(name => !own.includes(name) && statSync(join(folder, name)).isFile());
    writeFileSync(
      file,
      names
        .sort()
        .map(name => sumLine(name, join(folder, name)))
        .join(''),
    );
    const signer = key();
    writeFileSync(`${file}.minisig`, minisignSignature(file, signer, now));
    writeFileSync(join(folder, 'minisign.pub'), minisignPublicKey(signer));
    console.log(`${file}: ${names.length} files, signed`);
  },
  apt(folder) {
    const gpgKey = values['gpg-key'];
    if (gpgKey === undefined) throw new Error('say --gpg-key, as gpg --list-secret-keys has it');
    const packages = readdirSync(values.dist)
      .filter(name => name.endsWith('.deb'))
      .map(name => join(values.dist, name));
    publishApt({ folder, packages, gpgKey, now });
    console.log(`${folder}: ${packages.map(each => basename(each)).join(', ')}`);
  },
};

/** @throws UpdateRefused where it is another file */
async function isThere(source: BundleSource, file: ReleaseFile): Promise<boolean> {
  try {
    await verifyContent(source, file);
    return true;
  } catch (cause) {
    if (cause instanceof UpdateRefused && cause.reason === 'missing') return false;
    throw cause;
  }
}

function passphrase(): string | undefined {
  const file = values['passphrase-file'];
  return file === undefined ? undefined : readFileSync(file, 'utf8').trimEnd();
}

function key() {
  if (values.key === undefined) throw new Error('say --key');
  return readKey(values.key, passphrase());
}

const [name = '', place, second] = positionals;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (values.help || !command || place === undefined) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
try {
  await command(place, second);
} catch (cause) {
  console.error(`release: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
}

function waveOf() {
  return {
    ...(values.rollout !== undefined && { rollout: percentOf(values.rollout) }),
    ...(values['not-before'] !== undefined && { notBefore: timeOf(values['not-before']) }),
  };
}

function percentOf(text: string): number {
  const percent = Number(text);
  if (Number.isInteger(percent) && percent >= 0 && percent <= 100) return percent;
  throw new Error(`--rollout is a whole number from 0 to 100, not ${text}`);
}

function timeOf(text: string): string {
  if (!Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new Error(`--not-before is a time such as 2027-01-31T02:00:00Z, not ${text}`);
}
