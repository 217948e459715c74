import type { Words } from '../en.ts';

export const mail: Words['mail'] = {
  title: 'Mail bei Alarmen',
  goes: (to: string, from: string, host: string) => `Mails gehen an ${to}, von ${from}, über ${host}.`,
  to: 'Probe senden an',
  toHelp: 'Leer: an alle, die von Alarmen hören.',
  send: 'Probemail senden',
  sending: 'Wird gesendet …',
  arrived: 'Der Mailserver hat die Probe angenommen. Sehen Sie, ob sie ankommt.',
  failed: 'Die Probe wurde nicht gesendet. Der Schritt, der scheiterte, sagt warum.',
  steps: 'Schritte der Probe',
  step: {
    connect: 'Verbunden',
    tls: 'Verschlüsselt',
    sign_in: 'Angemeldet',
    sender: 'Absender angenommen',
    recipient: 'Empfänger angenommen',
    message: 'Mail übergeben',
  },
  dialogue: 'Der ganze Dialog',
};
