import { counting } from '../count.ts';

const { n, plural } = counting('en-GB', 'en');

export const backup = {
  sentence: 'One file for another place, with which this box can be made again.',
  last: (ago: string) => `downloaded last ${ago}`,
  never: 'never downloaded',
  title: 'Download a backup',
  text: 'Database, certificates and settings are in it. Keys and other secrets are under the passphrase, messages and names are not: keep the file safe, and the passphrase apart from it. Nobody can find it again.',
  passphrase: 'Passphrase',
  passphraseHelp: (least: number) => `At least ${n(least)} characters; several words are better than one with signs`,
  again: 'Passphrase again',
  tooShort: (missing: number) => `${plural(missing, 'character is', 'characters are')} missing`,
  differ: 'The two differ',
  download: 'Download backup',
  preparing: 'Preparing…',
  begun: 'The download has begun. Copying the database comes first, which may take a minute.',
  snapshots: 'Snapshots',
  snapshotsText:
    'The box copies its database every day and reads each copy once more. They are on its own disk: they help against a mistake, not against a lost disk.',
  noSnapshots: 'No snapshot yet',
  noSnapshotsText: 'The first one is taken within the first day.',
  failed: 'The snapshots could not be loaded',
  taken: 'Taken',
  size: 'Size',
  kind: 'Why',
  daily: 'Daily',
  beforeUpgrade: 'Before an upgrade',
  file: 'File',
  restore: 'Restore',
  restoreText: 'On the box that is to become this one, in a terminal:',
  restoreCommand: 'commands to restore',
  support: 'Report for support',
  supportText:
    'One ZIP with versions, health, events, lines of the log and figures. Keys, payloads, names and places are left out. Look through it before you send it on.',
  supportDownload: 'Download support bundle',
  supportBusy: 'Collecting…',
};
