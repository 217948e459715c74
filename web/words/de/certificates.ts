import type { Words } from '../en.ts';

export const certificates: Words['certificates'] = {
  title: 'Ausgestellte Zertifikate',
  note: 'das neueste zuerst',
  failed: 'Die Zertifikate waren nicht zu lesen',
  none: 'Für diese Station wurde noch kein Zertifikat ausgestellt, und keines von ihr gesehen.',
  noneText: 'Sie zeigt es beim Verbinden. Jede Station braucht ihr eigenes.',
  mayNot: 'Zertifikate sieht, wer Basisstationen verwalten darf.',
  columns: { peer: 'Zentrum', serial: 'Seriennummer', from: 'Ausgestellt', until: 'Gültig bis', status: 'Zustand' },
  days: (count: string) => `noch ${count}`,
  status: {
    valid: 'gültig',
    expiring: 'endet bald',
    expired: 'abgelaufen',
    not_yet_valid: 'noch nicht gültig',
    revoked: 'widerrufen',
  },
  because: (reason: string) => `weil: ${reason}`,
  revoke: 'Widerrufen',
  revokeName: (subject: string) => `${subject} widerrufen`,
  revokeTitle: (subject: string) => `${subject} widerrufen?`,
  revokeText: (name: string) =>
    `Die Sitzung von ${name}, die es benutzt, endet jetzt, und mit ihm kommt niemand mehr herein. Die Station braucht ein anderes Paket.`,
  reason: 'Warum',
  reasonHelp: 'Steht hier und in den Ereignissen.',
  revoking: 'Wird widerrufen …',
  revoked: 'Zertifikat widerrufen',
};
