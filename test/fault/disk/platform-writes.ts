import type { MethodName } from '../../../src/rpc/call/define.ts';
import { PASSWORD } from '../../identity/scene.ts';
import type { Center } from '../../peers/center.ts';

type Answer = Record<string, unknown>;
export type Headers = Readonly<Record<string, string>>;
/** Calls a method that has to succeed. */
export type CallMethod = (method: MethodName, request: object, headers?: Headers) => Promise<Answer>;

/** A request that stores something, and by whom it is sent; of several kinds of one method each its own. */
export interface PlatformWrite {
  readonly method: MethodName;
  readonly request: object;
  readonly headers?: Headers;
}

/** Who may do what in this world; both nobody in particular where nobody signs in. */
export interface Callers {
  readonly owner: Headers;
  readonly root: Headers;
}

/** Methods that change something and store nothing themselves, or cannot be asked here, and why. */
export const NOT_ASKED: Readonly<Partial<Record<MethodName, string>>> = {
  ExchangeOIDC: 'needs a provider; its session is stored as that of Login',
  ExchangeOAuth2: 'needs a provider; its session is stored as that of Login',
  SubmitBlueprintToRegistry: 'leads out of the house',
};

const KEY = '00112233445566778899aabbccddeeff';
export const STATION = '70b3d59cd000f001';
const eui = (n: number) => `fe0000000000f0${n.toString(16).padStart(2, '0')}`;
const mast = (n: number) => `70b3d59cd000f1${n.toString(16).padStart(2, '0')}`;
const spec = (typeEui: string) =>
  JSON.stringify({ version: '1.0', typeEui, uplink: [{ payload: [{ name: 'level', size: 8, type: 'uint' }] }] });
const http = { url: 'https://127.0.0.1:9/hook' };
const idOf = (answer: Answer, of?: string) => ((of === undefined ? answer : answer[of]) as { id: string }).id;
const mask = (...paths: string[]) => ({ update_mask: paths.join(',') });

/** Makes what is changed, and says how: each request takes once, in this order. */
export async function platformWrites(
  call: CallMethod,
  center: Center,
  { owner, root }: Callers,
): Promise<PlatformWrite[]> {
  const make = (method: MethodName, request: object) => call(method, request, owner);
  await make('CreateBaseStation', { base_station: { bs_eui: STATION } });
  await center.baseStation({ bsEui: STATION, register: false });
  for (const n of [1, 2, 3]) await make('CreateBaseStation', { base_station: { bs_eui: mast(n) } });
  const keys = { nwk_key: KEY, nwk_sn_key: KEY, pre_attach: true, sh_addr: 7, ep_class: 'A', bidi: true };
  for (const n of [1, 2, 3, 4, 5])
    await make('CreateEndPoint', { endpoint: { ep_eui: eui(n), name: `e${n}`, ...keys } });
  await make('SendDownlink', { ep_eui: eui(5), user_data: ['AQ=='], ref: 'before' });
  const integrations = [];
  for (const name of ['one', 'two']) {
    integrations.push(
      idOf(await make('CreateIntegration', { integration: { name, kind: 'http', http, enabled: false } })),
    );
  }
  const certificate = idOf(await make('GenerateCertificate', { bs_eui: mast(1) }), 'certificate');
  const apiKey = idOf(await make('CreateApiKey', { api_key: { name: 'gone', scopes: ['*'] } }), 'apiKey');
  const makers = [];
  for (const name of ['works', 'mill']) makers.push(idOf(await make('CreateManufacturer', { manufacturer: { name } })));
  const models = [];
  for (const [at, name] of ['scale', 'gauge', 'meter'].entries()) {
    const typeEui = `70b3d567700000${at + 10}`;
    const device_model = { manufacturer_id: makers[0], name, type_eui: typeEui };
    models.push({ typeEui, id: idOf(await make('CreateDeviceModel', { device_model })) });
  }
  const [scale, gauge] = models;
  const blueprints = [];
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
    const blueprint = { device_model_id: scale?.id, version, spec_json: spec(scale?.typeEui ?? '') };
    blueprints.push(idOf(await make('CreateBlueprint', { blueprint })));
  }
  const writes: PlatformWrite[] = [
    { method: 'UpdateEndPoint', request: { endpoint: { ep_eui: eui(1), name: 'changed' }, ...mask('name') } },
    { method: 'CreateEndPoint', request: { endpoint: { ep_eui: eui(9), name: 'new', ...keys } } },
    { method: 'DetachEndPoint', request: { ep_eui: eui(3) } },
    { method: 'AttachEndPoint', request: { ep_eui: eui(3) } },
    { method: 'SendDownlink', request: { ep_eui: eui(4), user_data: ['AQ=='] } },
    { method: 'RevokeDownlink', request: { ep_eui: eui(5), all: true } },
    { method: 'SendULTransmit', request: { ep_eui: eui(1), user_data: 'AQ==', packet_cnt: 9, bs_eui: STATION } },
    { method: 'QueryDLRXStatus', request: { ep_eui: eui(1), bs_eui: STATION } },
    { method: 'DeleteEndPoint', request: { ep_eui: eui(2) } },
    { method: 'CreateBaseStation', request: { base_station: { bs_eui: mast(9) } } },
    { method: 'UpdateBaseStation', request: { base_station: { bs_eui: mast(2), name: 'n' }, ...mask('name') } },
    { method: 'UpdateBaseStationEui', request: { bs_eui: mast(2), new_bs_eui: mast(8) } },
    { method: 'DeleteBaseStation', request: { bs_eui: mast(3) } },
    { method: 'RequestBaseStationStatus', request: { bs_eui: STATION } },
    { method: 'InitiatePing', request: { bs_eui: STATION } },
    { method: 'CreateApiKey', request: { api_key: { name: 'new', scopes: ['*'] } } },
    { method: 'DeleteApiKey', request: { id: apiKey } },
    { method: 'CreateIntegration', request: { integration: { name: 'new', kind: 'http', http, enabled: false } } },
    { method: 'UpdateIntegration', request: { integration: { id: integrations[0], name: 'n' }, ...mask('name') } },
    { method: 'DeleteIntegration', request: { id: integrations[1] } },
    { method: 'GenerateCertificate', request: { bs_eui: mast(1) } },
    { method: 'DownloadCertificate', request: { id: certificate, cert_type: 'key' } },
    { method: 'DownloadBaseStationCertificate', request: { bs_eui: mast(1), cert_type: 'key' } },
    { method: 'CreateManufacturer', request: { manufacturer: { name: 'new' } } },
    { method: 'UpdateManufacturer', request: { manufacturer: { id: makers[0], name: 'w' }, ...mask('name') } },
    { method: 'DeleteManufacturer', request: { id: makers[1] } },
    { method: 'CreateDeviceModel', request: { device_model: { manufacturer_id: makers[0], name: 'new' } } },
    { method: 'UpdateDeviceModel', request: { device_model: { id: gauge?.id, name: 'g' }, ...mask('name') } },
    { method: 'DeleteDeviceModel', request: { id: models[2]?.id } },
    {
      method: 'CreateBlueprint',
      request: { blueprint: { device_model_id: gauge?.id, spec_json: spec(gauge?.typeEui ?? '') } },
    },
    { method: 'UpdateBlueprint', request: { blueprint: { id: blueprints[0], name: 'n' }, ...mask('name') } },
    { method: 'SetDefaultBlueprint', request: { id: blueprints[1] } },
    { method: 'DeleteBlueprint', request: { id: blueprints[2] } },
    {
      method: 'CreateDeviceModelWithBlueprint',
      request: {
        ...{ manufacturer: { name: 'third' }, device_model: { name: 'with' } },
        blueprint: { spec_json: spec('70b3d56770000099') },
      },
    },
    { method: 'RenewServerCertificates', request: { server_names: ['second.example.org'] }, headers: root },
    { method: 'GenerateServerCertificates', request: { rotate_ca: true, confirm: 'ROTATE CA' }, headers: root },
  ];
  return writes.map(write => ({ headers: owner, ...write }));
}

/** Those of people, where they sign in. @param organizationId of the owner */
export async function accountWrites(
  call: CallMethod,
  { owner, root }: Callers,
  organizationId: string,
): Promise<PlatformWrite[]> {
  const person = (name: string) => ({ email: `${name}@example.org`, first_name: name, last_name: name });
  const people = new Map<string, string>();
  for (const name of ['changed', 'gone', 'locked', 'joining', 'rising', 'leaving', 'guest', 'mover']) {
    const role = /rising|leaving|guest|mover/.test(name) ? [{ organization_id: organizationId, role: 'viewer' }] : [];
    const answer = await call('CreateUser', { user: person(name), password: PASSWORD, memberships: role }, root);
    people.set(name, idOf(answer));
  }
  const orgs = [];
  for (const name of ['north', 'south'])
    orgs.push(idOf(await call('CreateOrganization', { organization: { name } }, root)));
  const signIn = async (name: string) => {
    const answer = await call('Login', { email: `${name}@example.org`, password: PASSWORD });
    const { accessToken, refreshToken } = answer.tokens as { accessToken: string; refreshToken: string };
    return { refreshToken, headers: { authorization: `Bearer ${accessToken}`, 'x-user-id': people.get(name) ?? '' } };
  };
  const [guest, leaving, mover] = [await signIn('guest'), await signIn('guest'), await signIn('mover')];
  const member = (name: string) => ({ organization_id: organizationId, user_id: people.get(name) });
  return [
    { method: 'Login', request: { email: 'guest@example.org', password: PASSWORD }, headers: {} },
    { method: 'RefreshTokens', request: { refresh_token: guest.refreshToken }, headers: {} },
    { method: 'Logout', request: { refresh_token: leaving.refreshToken }, headers: leaving.headers },
    {
      method: 'ChangePassword',
      request: { current_password: PASSWORD, new_password: `${PASSWORD} anew` },
      headers: mover.headers,
    },
    {
      method: 'RegisterAccount',
      request: { ...person('self'), password: PASSWORD, company_name: 'Self' },
      headers: {},
    },
    { method: 'CreateUser', request: { user: person('new'), password: PASSWORD, memberships: [] }, headers: root },
    {
      method: 'UpdateUser',
      request: { user: { id: people.get('changed'), note: 'n' }, ...mask('note') },
      headers: root,
    },
    { method: 'DeleteUser', request: { id: people.get('gone') }, headers: root },
    {
      method: 'UpdateUserPassword',
      request: { id: people.get('locked'), new_password: `${PASSWORD} anew` },
      headers: root,
    },
    { method: 'CreateOrganization', request: { organization: { name: 'west' } }, headers: root },
    {
      method: 'UpdateOrganization',
      request: { organization: { id: orgs[0], name: 'n' }, ...mask('name') },
      headers: root,
    },
    { method: 'DeleteOrganization', request: { id: orgs[1] }, headers: root },
    { method: 'AddOrganizationUser', request: { ...member('joining'), role: 'viewer' }, headers: owner },
    {
      method: 'UpdateOrganizationUser',
      request: { member: { ...member('rising'), role: 'operator' }, ...mask('role') },
      headers: owner,
    },
    { method: 'RemoveOrganizationUser', request: member('leaving'), headers: owner },
  ];
}
