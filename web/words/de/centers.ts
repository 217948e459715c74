import type { centers as english } from '../en/centers.ts';

export const centers: typeof english = {
  sentence: 'Systeme, die SCACI sprechen, wählen Port 5001 an, jedes mit eigenem Zertifikat.',
  add: 'Anwendungszentrum hinzufügen',
  mayNot: 'Anwendungszentren sieht, wer die Box verwaltet.',
  emptyTitle: 'Kein Anwendungszentrum hat ein Zertifikat',
  emptyText:
    'Systeme, die SCACI sprechen, wählen Port 5001 an. Wer nur Werte will, braucht keines: eine Integration oder ein API-Schlüssel genügt.',
  eui: 'EUI des Zentrums',
  euiHelp: '16 Hexziffern; damit nennt sich das Zentrum',
  passphraseHelp: '8 bis 128 Zeichen; das Zentrum fragt danach',
  once: 'Der Schlüssel ist nur in dieser Datei.',
  made: 'Das Zertifikat ist erzeugt. Seine Datei enthält den einzigen Schlüssel.',
};
