export const centers = {
  sentence: 'Back ends that speak SCACI dial port 5001, each with a certificate of its own.',
  add: 'Add an application center',
  mayNot: 'Application centers are shown to who administers the box.',
  emptyTitle: 'No application center has a certificate',
  emptyText:
    'Back ends that speak SCACI dial port 5001. One that only wants values needs none: an integration or an API key will do.',
  eui: 'EUI of the center',
  euiHelp: '16 hex digits; the center names itself by it',
  passphraseHelp: '8 to 128 characters; the center asks for it',
  once: 'The key is in this file only.',
  made: 'The certificate is made. Its file holds the only key.',
};
