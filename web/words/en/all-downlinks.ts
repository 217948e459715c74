// Downlinks of the whole box, beside those of one endpoint.
export const allDownlinks = {
  filter: 'Filter downlinks',
  filterHelp: {
    waiting:
      'EUI of an endpoint or a reference, or endpoint:, station:, ref:, status:pending (pending, queued, revoking)',
    done: 'EUI of an endpoint or a reference, or endpoint:, ref:, status:expired (sent, acknowledged, expired, invalid, revoked)',
  },
  endpoint: 'Endpoint',
  noMatch: 'No downlink matches',
  nothingText: 'A downlink is sent from the page of an endpoint.',
  goTo: (name: string) => `Go to ${name}`,
};
