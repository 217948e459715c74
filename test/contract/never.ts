/** Why an edition takes a call from no caller, whatever it says. */
interface Reason {
  /** By it nearly every request is refused that is in order otherwise. */
  readonly token: string;
  readonly because: string;
}

/** Sources of devices beside mioty are described, and not offered. */
const ONE_SOURCE: Readonly<Record<string, Reason>> = Object.fromEntries([
  ...['createConnection', 'connection.ConnectionService.CreateConnection'].map(id => [
    id,
    { token: 'FeatureDisabled', because: 'sources over MQTT and HTTP are not offered yet' },
  ]),
  ...['update', 'delete'].flatMap(verb =>
    [`${verb}Connection`, `connection.ConnectionService.${verb[0]?.toUpperCase()}${verb.slice(1)}Connection`].map(
      id => [id, { token: 'BuiltInConnectionProtected', because: 'the one connection there is is built in' }],
    ),
  ),
]);

const OF_USERS: Readonly<Record<string, Reason>> = Object.fromEntries([
  ...['acceptMembership', 'declineMembership'].map(id => [
    id,
    { token: 'UserPrincipalRequired', because: 'users answer invitations, and there are none in this edition' },
  ]),
  ...['AssignRole', 'RevokeRole'].map(verb => [
    `organization_access_control.AccessControlService.${verb}`,
    { token: 'EnterpriseEditionRequired', because: 'roles are given to users, and there are none in this edition' },
  ]),
]);

/** A run has no mail server, and calls by keys. */
const OF_THE_RUN: Readonly<Record<string, Reason>> = {
  testAlertEmail: { token: 'MailNotConfigured', because: 'no mail server is set' },
};

const OF_SIGN_INS: Readonly<Record<string, Reason>> = Object.fromEntries(
  ['listOwnSessions', 'endOwnSession'].map(id => [
    id,
    { token: 'UserPrincipalRequired', because: 'a run calls by keys, which are not signed in' },
  ]),
);

/** Operations of the document that an edition never takes by its contract. A run fails where one is taken, or refused for another reason. */
export const NEVER_TAKEN: Readonly<Record<'community' | 'enterprise', Readonly<Record<string, Reason>>>> = {
  community: {
    ...{ ...ONE_SOURCE, ...OF_USERS, ...OF_THE_RUN, ...OF_SIGN_INS },
    requestSystemUpdate: { token: 'ServerAdminRequired', because: 'it is for a person, never for a key' },
    offerBackup: { token: 'ServerAdminRequired', because: 'it is for a person, never for a key' },
  },
  enterprise: {
    ...{ ...ONE_SOURCE, ...OF_THE_RUN, ...OF_SIGN_INS },
    requestSystemUpdate: { token: 'FeatureDisabled', because: 'what runs from its sources is not updated' },
  },
};
