import { readFileSync } from 'node:fs';
import { createFileRegistry, type DescField, type DescMessage, fromBinary, ScalarType } from '@bufbuild/protobuf';
import { FieldOptions_JSType, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { fromJSON } from '@grpc/proto-loader';
import t from 'tap';
import { SERVICES } from '../../src/rest/services.ts';

/** The published RPCs: group, count, names in order. */
const GROUPS: readonly (readonly [group: string, count: number, names: string])[] = [
  [
    'Endpoints',
    7,
    'CreateEndPoint GetEndPoint UpdateEndPoint DeleteEndPoint ListEndPoints AttachEndPoint DetachEndPoint',
  ],
  [
    'Base stations',
    7,
    'CreateBaseStation GetBaseStation UpdateBaseStation DeleteBaseStation ListBaseStations GetBaseStationStats UpdateBaseStationEui',
  ],
  [
    'Messages',
    11,
    'GetMessage ListMessages StreamMessages ListBaseStationMessages GetBaseStationMessage GetBaseStationMessageStats SearchBaseStationMessages ExportBaseStationMessages StreamBaseStationMessages ListEndpointMessages ListBaseStationActivity',
  ],
  ['Downlinks', 4, 'SendDownlink RevokeDownlink ListDownlinkQueue GetDownlinkResults'],
  ['UL transmit', 1, 'SendULTransmit'],
  ['Base station control', 2, 'RequestBaseStationStatus InitiatePing'],
  ['DL RX status', 3, 'GetDLRXStatus QueryDLRXStatus GetDLRXStatusQueries'],
  ['System', 3, 'GetSystemStatus GetStatistics GetReleaseInfo'],
  ['API keys', 4, 'CreateApiKey GetApiKey DeleteApiKey ListApiKeys'],
  ['Integrations', 5, 'CreateIntegration GetIntegration UpdateIntegration DeleteIntegration ListIntegrations'],
  ['Analytics', 3, 'GetAnalyticsOverview GetActivityAnalytics GetSignalQualityAnalytics'],
  [
    'Events and alerts',
    8,
    'ListEvents ListBaseStationEvents ListEndPointEvents StreamEvents StreamBaseStationEvents StreamEndPointEvents ListAlerts GetAlertSummary',
  ],
  [
    'SCACI monitoring',
    6,
    'ListScaciSessions GetScaciSession GetScaciStatistics ListScaciErrors ListScaciQueues GetScaciStatus',
  ],
  [
    'Certificates',
    6,
    'GenerateCertificate DownloadCertificate DownloadBaseStationCertificate GenerateServerCertificates RenewServerCertificates GetServerCertificateStatus',
  ],
  ['Manufacturers', 5, 'CreateManufacturer GetManufacturer UpdateManufacturer DeleteManufacturer ListManufacturers'],
  ['Device models', 5, 'CreateDeviceModel GetDeviceModel UpdateDeviceModel DeleteDeviceModel ListDeviceModels'],
  [
    'Blueprints',
    8,
    'CreateBlueprint GetBlueprint UpdateBlueprint DeleteBlueprint ListBlueprints SetDefaultBlueprint SubmitBlueprintToRegistry CreateDeviceModelWithBlueprint',
  ],
  ['Blueprint utilities', 1, 'DecodePreview'],
  ['Endpoint statistics', 2, 'GetEndPointStats GetEndPointOperations'],
  [
    'Auth and session',
    8,
    'Login RefreshTokens GetProfile GetAuthSettings Logout ChangePassword ExchangeOIDC ExchangeOAuth2',
  ],
  ['Self-service registration', 1, 'RegisterAccount'],
  ['Users', 6, 'CreateUser GetUser UpdateUser DeleteUser ListUsers UpdateUserPassword'],
  ['Organizations', 5, 'CreateOrganization GetOrganization UpdateOrganization DeleteOrganization ListOrganizations'],
  [
    'Organization memberships',
    6,
    'AddOrganizationUser GetOrganizationUser UpdateOrganizationUser RemoveOrganizationUser ListOrganizationUsers ListUserOrganizations',
  ],
];
const STREAMS = [
  'StreamMessages',
  'StreamBaseStationMessages',
  'StreamEvents',
  'StreamBaseStationEvents',
  'StreamEndPointEvents',
];
const SERVICE = 'platform.api.v1.PlatformService';

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, file('proto/platform.binpb')));
const methods = registry.getService(SERVICE)?.methods ?? [];
const messages = [...registry].filter(
  (type): type is DescMessage => type.kind === 'message' && type.typeName.startsWith('platform.api.v1.'),
);
const fields = (message: DescMessage) => message.fields.map(describe);

function describe(field: DescField): string {
  const kind =
    field.fieldKind === 'list'
      ? `repeated ${field.message?.name ?? ScalarType[field.scalar ?? 0]?.toLowerCase()}`
      : field.fieldKind === 'map'
        ? 'map'
        : (field.message?.name ?? ScalarType[field.scalar ?? 0]?.toLowerCase());
  return `${field.number} ${field.proto.proto3Optional ? 'optional ' : ''}${kind} ${field.name}`;
}

t.test('the service has exactly the 117 published RPCs, in their order', async t => {
  const names = GROUPS.flatMap(([group, count, list]) => {
    t.equal(list.split(' ').length, count, group);
    return list.split(' ');
  });
  t.equal(names.length, 117);
  t.strictSame(
    methods.map(({ name }) => name),
    names,
  );
  t.strictSame(
    [...registry]
      .filter(type => type.kind === 'service')
      .map(({ typeName }) => typeName)
      .sort(),
    [SERVICE, ...SERVICES].sort(),
  );
});

t.test('five RPCs stream from the server and none from the client', async t => {
  t.strictSame(
    methods.filter(({ methodKind }) => methodKind !== 'unary').map(({ name, methodKind }) => `${name} ${methodKind}`),
    STREAMS.map(name => `${name} server_streaming`),
  );
});

t.test('every 64-bit field asks JavaScript clients for text', async t => {
  const wide = messages
    .flatMap(message => message.fields)
    .filter(field => field.fieldKind !== 'map')
    .filter(({ scalar }) => scalar === ScalarType.INT64 || scalar === ScalarType.UINT64);
  t.ok(wide.length > 50);
  for (const field of wide) t.equal(field.proto.options?.jstype, FieldOptions_JSType.JS_STRING, field.toString());
});

/** Lists of messages and events, which are too long to be counted at any time. */
const LONG_LISTS = /^List.*(Messages|Activity|Events)$/;

t.test('every list takes a page and answers with the total and the next page', async t => {
  const lists = methods.filter(({ name }) => name.startsWith('List'));
  t.equal(lists.length, 23);
  for (const { name, input, output } of lists) {
    t.strictSame(fields(input).slice(0, 2), ['1 int32 page_size', '2 string page_token'], name);
    t.match(fields(output)[0], /^1 repeated /, name);
    const shared = ['2 int32 total_count', '3 string next_page_token'];
    const last = LONG_LISTS.test(name) ? ['4 bool total_is_minimum'] : [];
    t.strictSame(fields(output).slice(1), [...shared, ...last], name);
  }
});

t.test('fixed lists of words are strings, not enums', async t => {
  t.strictSame(
    [...registry].filter(type => type.kind === 'enum').map(({ typeName }) => typeName),
    ['google.protobuf.NullValue'],
  );
});

/** Where the fields begin that came after the promised ones. */
const LATER = 51;

t.test('field numbers leave no gap, but that before what came later', async t => {
  for (const message of messages) {
    const numbers = message.fields.map(({ number }) => number).sort((a, b) => a - b);
    const promised = numbers.filter(number => number < LATER).length;
    const expected = numbers.map((_, index) => (index < promised ? index + 1 : LATER + index - promised));
    t.strictSame(numbers, expected, message.name);
  }
});

t.test('the messages with promised fields have exactly these', async t => {
  const of = (name: string) => fields(registry.getMessage(`platform.api.v1.${name}`) as DescMessage);
  t.strictSame(of('SystemStatus'), [
    '1 string version',
    '2 string status',
    '3 Timestamp uptime',
    '4 int32 active_endpoints',
    '5 int32 active_basestations',
    '6 int64 messages_processed',
    '7 repeated ServiceStatus services',
  ]);
  t.strictSame(of('ServiceStatus'), ['1 string name', '2 bool healthy', '3 int32 latency_ms']);
  t.strictSame(of('EndPoint').slice(0, 4), [
    '1 string ep_eui',
    '2 string name',
    '3 string status',
    '4 string ep_class',
  ]);
  t.equal(of('ListEndPointsResponse')[0], '1 repeated EndPoint endpoints');
});

t.test('a message keeps what it was given on the way through the loaded schema', async t => {
  const options = {
    keepCase: true,
    longs: String,
    enums: String,
    bytes: Buffer,
    defaults: true,
    arrays: true,
    objects: true,
  };
  const service = fromJSON(JSON.parse(file('proto/platform.json').toString()), options)[SERVICE] as Record<
    string,
    Method
  >;
  const through = (method: string, message: object) => {
    const row = service[method];
    return row?.responseDeserialize(row.responseSerialize(message));
  };
  t.equal(Object.keys(service).length, 117);
  t.match(
    through('GetEndPoint', { sh_addr: 0, message_count: '9007199254740993', tags: { room: 'east' }, last_rssi: null }),
    { ep_eui: '', sh_addr: 0, message_count: '9007199254740993', tags: { room: 'east' }, created_at: null },
  );
  t.notMatch(
    through('GetEndPoint', { last_rssi: null }),
    { last_rssi: Number },
    'an absent optional field stays absent',
  );
  t.match(
    through('GetMessage', { seq: 7, decoded: { fields: { t: { numberValue: 1.5 }, n: { nullValue: 'NULL_VALUE' } } } }),
    {
      seq: '7',
      decoded: { fields: { t: { numberValue: 1.5 }, n: { nullValue: 'NULL_VALUE' } } },
    },
  );
});

t.test('the form for loading and the descriptors describe the same messages', async t => {
  const json = JSON.parse(file('proto/platform.json').toString());
  const nested = json.nested.platform.nested.api.nested.v1.nested as Record<string, JsonType>;
  t.equal(Object.keys(nested).length, messages.length + 1);
  for (const message of messages) {
    t.strictSame(
      Object.entries(nested[message.name]?.fields ?? {}).map(([name, { id }]) => `${id} ${name}`),
      message.fields.map(({ number, name }) => `${number} ${name}`),
      message.name,
    );
  }
});

interface Method {
  responseSerialize(message: object): Buffer;
  responseDeserialize(bytes: Buffer): object;
}

interface JsonType {
  fields?: Record<string, { id: number }>;
}
