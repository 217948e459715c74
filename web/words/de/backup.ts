import { counting } from '../count.ts';
import type { backup as english } from '../en/backup.ts';

const { n, plural } = counting('de-DE', 'de');

export const backup: typeof english = {
  sentence: 'Eine Datei für einen anderen Ort, aus der diese Box wieder entsteht.',
  last: ago => `zuletzt heruntergeladen ${ago}`,
  never: 'noch nie heruntergeladen',
  title: 'Sicherung herunterladen',
  text: 'Darin sind Datenbank, Zertifikate und Einstellungen. Schlüssel und andere Geheimnisse sind unter der Passphrase, Nachrichten und Namen nicht: bewahren Sie die Datei sicher auf, und die Passphrase getrennt davon. Niemand kann sie wiederfinden.',
  passphrase: 'Passphrase',
  passphraseHelp: least => `Mindestens ${n(least)} Zeichen; mehrere Wörter sind besser als eines mit Sonderzeichen`,
  again: 'Passphrase noch einmal',
  tooShort: missing => `${plural(missing, 'Zeichen fehlt', 'Zeichen fehlen')}`,
  differ: 'Die beiden sind verschieden',
  download: 'Sicherung herunterladen',
  preparing: 'Wird vorbereitet…',
  begun: 'Der Download hat begonnen. Zuerst wird die Datenbank kopiert, das kann eine Minute dauern.',
  snapshots: 'Momentaufnahmen',
  snapshotsText:
    'Die Box kopiert ihre Datenbank jeden Tag und liest jede Kopie noch einmal. Sie liegen auf der eigenen Platte: das hilft gegen ein Versehen, nicht gegen eine verlorene Platte.',
  noSnapshots: 'Noch keine Momentaufnahme',
  noSnapshotsText: 'Die erste entsteht innerhalb des ersten Tages.',
  failed: 'Die Momentaufnahmen konnten nicht geladen werden',
  taken: 'Entstanden',
  size: 'Größe',
  kind: 'Anlass',
  daily: 'Täglich',
  beforeUpgrade: 'Vor einem Upgrade',
  file: 'Datei',
  restore: 'Wiederherstellen',
  restoreText: 'Auf der Box, die zu dieser werden soll, in einem Terminal:',
  restoreCommand: 'Befehle zum Wiederherstellen',
  support: 'Bericht für den Support',
  supportText:
    'Ein ZIP mit Versionen, Zustand, Ereignissen, Zeilen des Protokolls und Zahlen. Schlüssel, Nutzdaten, Namen und Orte sind nicht darin. Sehen Sie hinein, bevor Sie es weitergeben.',
  supportDownload: 'Support-Bericht herunterladen',
  supportBusy: 'Wird gesammelt…',
};
