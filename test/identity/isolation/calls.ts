import type { MethodName } from '../../../src/rpc/call/define.ts';
import { REF, TYPE_EUI } from './farm.ts';

/** What an organization owns, as far as requests name it. */
export interface Target {
  readonly organization: string;
  readonly user: string;
  readonly mast: string;
  readonly meter: string;
  readonly valve: string;
  readonly center: string;
  id(what: string): string;
}

/** An RPC that names one thing by its id: with that of another organization it answers as with one that does not exist. */
export interface ById {
  readonly method: MethodName;
  readonly token: string;
  /** @param own beside which it is named */
  request(of: Target, own: Target): object;
}

const window = (now: number) => {
  const seconds = Math.floor(now / 1000);
  return { start_time: { seconds: seconds - 86_400 }, end_time: { seconds: seconds + 3600 } };
};
const paths = (...names: string[]) => ({ update_mask: { paths: names } });
const payload = Uint8Array.of(1);
const NO_ID = '0192f000-0000-7000-8000-00000000dead';

/** Has nothing of what it names; its ids are as long as those of the others. */
export const unknown: Target = {
  ...{ organization: NO_ID, user: NO_ID, mast: '70b3d59cd0cc0001', center: '70b3d59cd0cc00a1' },
  ...{ meter: 'fe00000000cc0001', valve: 'fe00000000cc0002' },
  id: what => (what.includes('que') && !what.includes('query') ? '9' : NO_ID),
};

const endpoint = 'EndPointNotFound';
const station = 'BaseStationNotFound';
const organization = 'OrganizationNotFound';
const onEndpoint = (method: MethodName, more: object = {}): ById => ({
  ...{ method, token: endpoint, request: ({ meter }) => ({ ep_eui: meter, ...more }) },
});
const onStation = (method: MethodName, more: object = {}): ById => ({
  ...{ method, token: station, request: ({ mast }) => ({ bs_eui: mast, ...more }) },
});
const onRow = (method: MethodName, what: string, token: string, more: object = {}): ById => ({
  ...{ method, token, request: of => ({ id: of.id(what), ...more }) },
});
const onMember = (method: MethodName, more: object = {}): ById => ({
  ...{ method, token: organization },
  request: of => ({ organization_id: of.organization, user_id: of.id('hand'), ...more }),
});
const changed = (method: MethodName, resource: string, what: string, token: string): ById => ({
  ...{ method, token },
  request: of => ({ [resource]: { id: of.id(what), name: 'mine' }, ...paths('name') }),
});

export const byId: readonly ById[] = [
  onEndpoint('GetEndPoint'),
  onEndpoint('GetEndPoint', { reveal_keys: ['nwk_key'] }),
  {
    ...{ method: 'UpdateEndPoint', token: endpoint },
    request: ({ meter }) => ({ endpoint: { ep_eui: meter, name: 'mine' }, ...paths('name') }),
  },
  {
    ...{ method: 'UpdateEndPoint', token: endpoint },
    request: ({ meter }) => ({ endpoint: { ep_eui: meter }, new_ep_eui: 'fe00000000dd0001' }),
  },
  onEndpoint('DeleteEndPoint'),
  onEndpoint('AttachEndPoint'),
  onEndpoint('DetachEndPoint'),
  onEndpoint('GetEndPointStats'),
  onEndpoint('GetEndPointOperations'),
  onEndpoint('ListEndpointMessages'),
  onEndpoint('ListEndPointEvents'),
  onEndpoint('StreamEndPointEvents'),
  onEndpoint('SendDownlink', { user_data: [payload] }),
  { method: 'RevokeDownlink', token: endpoint, request: of => ({ ep_eui: of.valve, que_id: of.id('open que 1') }) },
  onEndpoint('RevokeDownlink', { all: true }),
  onEndpoint('GetDLRXStatus'),
  onEndpoint('QueryDLRXStatus'),
  onEndpoint('SendULTransmit', { packet_cnt: 9, user_data: payload }),
  onStation('GetBaseStation'),
  {
    ...{ method: 'UpdateBaseStation', token: station },
    request: ({ mast }) => ({ base_station: { bs_eui: mast, name: 'mine' }, ...paths('name') }),
  },
  onStation('UpdateBaseStationEui', { new_bs_eui: '70b3d59cd0dd0001' }),
  onStation('DeleteBaseStation'),
  onStation('GetBaseStationStats'),
  onStation('RequestBaseStationStatus'),
  onStation('InitiatePing'),
  onStation('ListBaseStationMessages'),
  {
    ...{ method: 'GetBaseStationMessage', token: station },
    request: of => ({ bs_eui: of.mast, id: of.id('message') }),
  },
  onStation('GetBaseStationMessageStats'),
  onStation('SearchBaseStationMessages', { query: 'cnt:1' }),
  onStation('ExportBaseStationMessages'),
  onStation('StreamBaseStationMessages'),
  onStation('ListBaseStationActivity'),
  onStation('ListBaseStationEvents'),
  onStation('StreamBaseStationEvents'),
  {
    ...{ method: 'GetBaseStationMessage', token: 'MessageNotFound' },
    request: (of, { mast }) => ({ bs_eui: mast, id: of.id('message') }),
  },
  {
    ...{ method: 'QueryDLRXStatus', token: station },
    request: ({ mast }, { meter }) => ({ ep_eui: meter, bs_eui: mast }),
  },
  {
    ...{ method: 'SendULTransmit', token: station },
    request: ({ mast }, { meter }) => ({ ep_eui: meter, bs_eui: mast, packet_cnt: 9, user_data: payload }),
  },
  {
    ...{ method: 'RevokeDownlink', token: 'DownlinkNotFound' },
    request: (of, { valve }) => ({ ep_eui: valve, que_id: of.id('open que 1') }),
  },
  {
    ...{ method: 'UpdateEndPoint', token: 'DeviceModelNotFound' },
    request: (of, { meter }) => ({
      endpoint: { ep_eui: meter, device_model_id: of.id('device_model') },
      ...paths('device_model_id'),
    }),
  },
  {
    ...{ method: 'UpdateEndPoint', token: 'BlueprintNotFound' },
    request: (of, { meter }) => ({
      endpoint: { ep_eui: meter, blueprint_id: of.id('blueprint') },
      ...paths('blueprint_id'),
    }),
  },
  onStation('GenerateCertificate'),
  onStation('DownloadBaseStationCertificate', { cert_type: 'client' }),
  onStation('DownloadBaseStationCertificate', { cert_type: 'ca' }),
  onRow('DownloadCertificate', 'certificate', 'CertificateNotFound', { cert_type: 'client' }),
  onRow('DownloadCertificate', 'certificate', 'CertificateNotFound', { cert_type: 'key' }),
  onRow('DownloadCertificate', 'certificate', 'CertificateNotFound', { cert_type: 'ca' }),
  onRow('GetMessage', 'message', 'MessageNotFound'),
  onRow('GetApiKey', 'api_key', 'ApiKeyNotFound'),
  onRow('DeleteApiKey', 'api_key', 'ApiKeyNotFound'),
  onRow('GetIntegration', 'integration', 'IntegrationNotFound'),
  changed('UpdateIntegration', 'integration', 'integration', 'IntegrationNotFound'),
  onRow('DeleteIntegration', 'integration', 'IntegrationNotFound'),
  onRow('GetScaciSession', 'session', 'ScaciSessionNotFound'),
  onRow('GetManufacturer', 'manufacturer', 'ManufacturerNotFound'),
  changed('UpdateManufacturer', 'manufacturer', 'manufacturer', 'ManufacturerNotFound'),
  onRow('DeleteManufacturer', 'manufacturer', 'ManufacturerNotFound'),
  {
    ...{ method: 'CreateDeviceModel', token: 'ManufacturerNotFound' },
    request: of => ({ device_model: { name: 'mine', manufacturer_id: of.id('manufacturer') } }),
  },
  {
    ...{ method: 'CreateDeviceModelWithBlueprint', token: 'ManufacturerNotFound' },
    request: of => ({
      device_model: { name: 'mine', manufacturer_id: of.id('manufacturer') },
      blueprint: { spec_json: spec('70b3d56770ff0009') },
    }),
  },
  onRow('GetDeviceModel', 'device_model', 'DeviceModelNotFound'),
  changed('UpdateDeviceModel', 'device_model', 'device_model', 'DeviceModelNotFound'),
  onRow('DeleteDeviceModel', 'device_model', 'DeviceModelNotFound'),
  {
    ...{ method: 'CreateBlueprint', token: 'DeviceModelNotFound' },
    request: of => ({ blueprint: { spec_json: spec(TYPE_EUI), device_model_id: of.id('device_model') } }),
  },
  {
    ...{ method: 'CreateEndPoint', token: 'DeviceModelNotFound' },
    request: of => ({ endpoint: { ep_eui: 'fe00000000dd0002', device_model_id: of.id('device_model') } }),
  },
  {
    ...{ method: 'CreateEndPoint', token: 'BlueprintNotFound' },
    request: of => ({ endpoint: { ep_eui: 'fe00000000dd0002', blueprint_id: of.id('blueprint') } }),
  },
  onRow('GetBlueprint', 'blueprint', 'BlueprintNotFound'),
  changed('UpdateBlueprint', 'blueprint', 'blueprint', 'BlueprintNotFound'),
  onRow('DeleteBlueprint', 'blueprint', 'BlueprintNotFound'),
  onRow('SetDefaultBlueprint', 'blueprint', 'BlueprintNotFound'),
  onRow('SubmitBlueprintToRegistry', 'blueprint', 'BlueprintNotFound', {
    ...{ contributor_name: 'me', contributor_email: 'me@example.org', export_only: true },
  }),
  {
    ...{ method: 'DecodePreview', token: 'BlueprintNotFound' },
    request: of => ({ blueprint_id: of.id('blueprint'), user_data: Uint8Array.of(0, 1, 2, 3) }),
  },
  { method: 'GetOrganization', token: organization, request: of => ({ id: of.organization }) },
  {
    ...{ method: 'UpdateOrganization', token: organization },
    request: of => ({ organization: { id: of.organization, name: 'mine' }, ...paths('name') }),
  },
  { method: 'DeleteOrganization', token: organization, request: of => ({ id: of.organization, force: true }) },
  onMember('AddOrganizationUser', { role: 'viewer' }),
  onMember('GetOrganizationUser'),
  {
    ...{ method: 'UpdateOrganizationUser', token: organization },
    request: of => ({
      member: { organization_id: of.organization, user_id: of.id('hand'), role: 'admin' },
      ...paths('role'),
    }),
  },
  onMember('RemoveOrganizationUser'),
  { method: 'ListOrganizationUsers', token: organization, request: of => ({ organization_id: of.organization }) },
  { method: 'GetUser', token: 'UserNotFound', request: of => ({ id: of.user }) },
  {
    ...{ method: 'UpdateUser', token: 'UserNotFound' },
    request: of => ({ user: { id: of.user, first_name: 'mine' }, ...paths('first_name') }),
  },
  { method: 'ListUsers', token: organization, request: of => ({ organization_id: of.organization }) },
  { method: 'ListUserOrganizations', token: 'UserNotFound', request: of => ({ user_id: of.user }) },
  {
    ...{ method: 'CreateApiKey', token: 'OrganizationContextMismatch' },
    request: of => ({ organization_id: of.organization, api_key: { name: 'mine', scopes: ['messages:read'] } }),
  },
];

/** A list, a figure, a file: names things of `of` in its filters, and never shows what another organization has. */
export interface Read {
  readonly method: MethodName;
  readonly request: object;
}

/** @param of what is asked for */
export function readsAbout(of: Target, now: number): readonly Read[] {
  const range = window(now);
  const { mast, meter, valve, center } = of;
  const device_model_id = of.id('device_model');
  const read = (method: MethodName, ...requests: object[]): Read[] => requests.map(request => ({ method, request }));
  return [
    ...read('ListEndPoints', {}, { search: 'thermometer' }, { search: 'north' }, { search: 'south' }, { bs_eui: mast }),
    ...read('ListEndPoints', { ep_euis: [meter, valve] }, { device_model_id }, { status: 'active' }),
    ...read('ListEndPoints', { tags: { of: 'north' } }, { tags: { of: 'south' } }, { attach_status: 'attached' }),
    ...read('ListBaseStations', {}, { search: 'mast' }, { status: 'online' }, { certificate_status: 'valid' }),
    ...read('ListMessages', { page_size: 100 }, { ep_eui: meter }, { bs_eui: mast }, { device_model_id }, range),
    ...read('ListMessages', { decode_status: 'failed' }, { duplicate: true }, { dl_open: true }),
    ...read('ListDownlinkQueue', {}, { ep_eui: valve }, { bs_eui: mast }, { ref: REF }),
    ...read('GetDownlinkResults', {}, { ep_eui: meter }, { que_ids: [of.id('que 1')] }, { ref: REF }, range),
    ...read('GetDLRXStatusQueries', range, { ...range, ep_eui: meter }),
    ...read('GetStatistics', range, { ...range, granularity: 'hour' }),
    ...read('ListApiKeys', {}, { user_id: of.user }, { search: 'key' }),
    ...read('ListIntegrations', {}, { kind: 'mqtt' }),
    ...read('GetAnalyticsOverview', range, { ...range, include_duplicates: true }),
    ...read('GetActivityAnalytics', range, { ...range, ep_eui: meter }, { ...range, bs_eui: mast }),
    ...read('GetActivityAnalytics', { ...range, device_model_id }, { ...range, granularity: 'hour' }),
    ...read('GetSignalQualityAnalytics', range, { ...range, ep_eui: meter }, { ...range, bs_eui: mast }),
    ...read('ListEvents', { page_size: 100 }, { ep_eui: meter }, { bs_eui: mast }, { user_id: of.user }),
    ...read('ListEvents', { search: 'north' }, { search: 'south' }, { categories: ['audit', 'security'] }, range),
    ...read('ListEvents', { event_types: ['endpoint.*'] }, { categories: ['integration', 'catalog'] }),
    ...read('ListAlerts', {}, { source_id: valve }, { source_id: mast }, { statuses: ['new', 'resolved'] }),
    ...read('GetAlertSummary', {}),
    ...read('ListScaciSessions', {}, { ac_eui: center }, { status: 'active' }),
    ...read('GetScaciStatistics', range),
    ...read('ListScaciErrors', {}, { ac_eui: center }, { session_id: of.id('session') }),
    ...read('ListScaciQueues', {}, { ac_eui: center }, { ep_eui: valve }),
    ...read('GetScaciStatus', {}),
    ...read('ListManufacturers', {}, { scope: 'custom' }, { search: 'works' }),
    ...read('ListDeviceModels', {}, { manufacturer_id: of.id('manufacturer') }, { type_eui: TYPE_EUI }),
    ...read('ListBlueprints', {}, { device_model_id }, { type_eui: TYPE_EUI, include_spec: true }),
    ...read('ListOrganizations', {}, { search: 'farm' }),
    ...read('ListUserOrganizations', {}),
    ...read('GetSystemStatus', {}),
    ...read('GetProfile', {}),
  ];
}

/** The same of what only the owner may name. */
export function readsOfOwn(of: Target, now: number): readonly Read[] {
  const range = window(now);
  const { mast, meter } = of;
  const read = (method: MethodName, ...requests: object[]): Read[] => requests.map(request => ({ method, request }));
  return [
    ...readsAbout(of, now),
    ...read('GetEndPoint', { ep_eui: meter }),
    ...read('GetEndPointStats', { ep_eui: meter, ...range }),
    ...read('GetEndPointOperations', { ep_eui: meter }),
    ...read('ListEndpointMessages', { ep_eui: meter }),
    ...read('ListEndPointEvents', { ep_eui: meter }),
    ...read('GetDLRXStatus', { ep_eui: meter, ...range }),
    ...read('GetBaseStation', { bs_eui: mast }),
    ...read('GetBaseStationStats', { bs_eui: mast, ...range }),
    ...read('GetBaseStationMessageStats', { bs_eui: mast, ...range }),
    ...read('ListBaseStationMessages', { bs_eui: mast, page_size: 100 }),
    ...read('SearchBaseStationMessages', { bs_eui: mast, ...range, query: 'cnt:1' }),
    ...read('ExportBaseStationMessages', { bs_eui: mast, ...range }, { bs_eui: mast, ...range, format: 'ndjson' }),
    ...read('ListBaseStationActivity', { bs_eui: mast, page_size: 100 }),
    ...read('ListBaseStationEvents', { bs_eui: mast }),
    ...read('ListUsers', { organization_id: of.organization }),
    ...read('GetOrganization', { id: of.organization }),
    ...read('ListOrganizationUsers', { organization_id: of.organization, status: 'all' }),
    ...read('GetDeviceModel', { id: of.id('device_model') }),
    ...read('GetManufacturer', { id: of.id('manufacturer') }),
    ...read('GetBlueprint', { id: of.id('blueprint') }),
  ];
}

/** RPCs that name nothing of an organization and list nothing of one, with what keeps them apart. */
export const others: Readonly<Partial<Record<MethodName, string>>> = {
  StreamMessages: 'looked at by itself',
  StreamEvents: 'looked at by itself',
  CreateBaseStation: 'looked at by itself: an EUI is taken in the whole installation',
  CreateIntegration: 'names are of one organization: looked at by itself',
  CreateManufacturer: 'names are of one organization: looked at by itself',
  GetReleaseInfo: 'of the installation',
  GenerateServerCertificates: 'of the installation',
  RenewServerCertificates: 'of the installation',
  GetServerCertificateStatus: 'of the installation',
  Login: 'of the account',
  RefreshTokens: 'of the account',
  GetAuthSettings: 'of the installation',
  Logout: 'of the account',
  ChangePassword: 'of the account',
  ExchangeOIDC: 'of the account',
  ExchangeOAuth2: 'of the account',
  RegisterAccount: 'of the account',
  CreateUser: 'of server administrators',
  DeleteUser: 'of server administrators',
  UpdateUserPassword: 'of server administrators',
  CreateOrganization: 'of server administrators',
};

function spec(typeEui: string): string {
  return JSON.stringify({ version: '1.0', typeEui, uplink: [{ payload: [{ name: 'x', size: 8, type: 'uint' }] }] });
}
