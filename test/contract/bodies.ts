import fc, { type Arbitrary } from 'fast-check';
import { Ref } from './things.ts';

/** What the schema of a request does not say: which of its fields go together, and which names are taken. */

const nth = fc.nat({ max: 1000 });
const one = (kind: string, asParent = false) => nth.map(n => new Ref(kind, n, asParent));
/** A name that hardly any other thing has. */
const fresh = (thing: string) => fc.nat().map(n => `${thing} ${n}`);
const words = fc.string({ unit: 'grapheme-ascii', maxLength: 24 }).map(text => `about ${text}`);
const tags = fc.dictionary(fc.constantFrom('site', 'room', 'floor'), fc.constantFrom('north', '12', 'cellar'), {
  maxKeys: 2,
});
const soon = fc.integer({ min: 1, max: 20 }).map(days => new Date(Date.now() + days * 86_400_000).toISOString());

const apiKey = fc.record(
  {
    name: fresh('key'),
    scopes: fc.subarray(['devices:read', 'devices:write', 'telemetry:read', 'rules:read'], { minLength: 1 }),
    expiresAt: soon,
  },
  { requiredKeys: ['name', 'scopes'] },
);

const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 });
const options = {
  ref: fresh('ref'),
  priority: fc.nat({ max: 10 }),
  confirmed: fc.boolean(),
  expiresAt: soon,
  responsePrio: fc.boolean(),
};
const command = fc.oneof(
  fc.record(
    { payloadHex: bytes.map(each => Buffer.from(each).toString('hex')), format: fc.nat({ max: 255 }), ...options },
    { requiredKeys: ['payloadHex'] },
  ),
  fc.record(
    { payload: bytes.map(each => Buffer.from(each).toString('base64')), ...options },
    { requiredKeys: ['payload'] },
  ),
  fc.record(
    { command: fc.constant('Set interval'), parameters: fc.record({ minutes: fc.nat({ max: 255 }) }), ...options },
    { requiredKeys: ['command', 'parameters'] },
  ),
);

const http = fc.record({ url: one('targets'), headers: fc.constant({ 'X-Site': 'north' }) }, { requiredKeys: ['url'] });
const eventTypes = fc.subarray(['up', 'attach', 'detach', 'downlink_result', 'alert'], { minLength: 1 });
const integrationFields = {
  description: words,
  enabled: fc.boolean(),
  eventTypes,
  epTags: tags,
  includeSubpackets: fc.boolean(),
  maxPerSecond: fc.nat({ max: 100 }),
};
const integration = fc.record(
  { name: fresh('integration'), kind: fc.constant('http'), http, ...integrationFields },
  { requiredKeys: ['name', 'kind', 'http'] },
);
const integrationChange = fc.record({ name: fresh('integration'), ...integrationFields }, { requiredKeys: [] });

const limit = fc.integer({ min: -40, max: 60 });
const held = { forSeconds: fc.integer({ min: 10, max: 3600 }) };
const condition = fc.oneof(
  fc.record(
    { operator: fc.constantFrom('gt', 'gte', 'lt', 'lte'), value: limit, hysteresis: fc.nat({ max: 5 }), ...held },
    { requiredKeys: ['operator', 'value'] },
  ),
  fc.record({ operator: fc.constantFrom('eq', 'ne'), value: fc.oneof(limit, fc.constantFrom('on', true)) }),
  fc.tuple(limit, fc.nat({ max: 20 })).map(([value, more]) => ({ operator: 'between', value, value2: value + more })),
);
// An integration that is named may be gone when the rule is changed.
const acting = (kind: 'alert' | 'event') =>
  fc.record({ kind: fc.constant(kind), severity: fc.constantFrom('info', 'warning', 'error'), title: words });
const events = fc.array(acting('event'), { minLength: 1, maxLength: 2 });
/** A rule has one alert, of something that can be over. */
const said = fc.oneof(
  fc.record({ condition, actions: events }),
  fc.record({ condition, actions: acting('alert').map(alert => [alert]) }),
  fc.record({ condition, actions: fc.tuple(acting('event'), acting('alert')) }),
  fc.record({ condition: fc.constant({ operator: 'changed' }), actions: events }),
);
const ruleFields = {
  name: fresh('rule'),
  description: words,
  enabled: fc.boolean(),
  cooldownSeconds: fc.integer({ min: 60, max: 86_400 }),
};
const stated = fc.record(
  {
    ...ruleFields,
    trigger: fc.record(
      {
        kind: fc.constant('telemetry'),
        key: fc.constantFrom('temperature', 'humidity', 'rssi'),
        deviceIds: fc.array(one('devices'), { maxLength: 2 }),
        deviceTags: tags,
      },
      { requiredKeys: ['kind', 'key'] },
    ),
  },
  { requiredKeys: ['name', 'trigger'] },
);
const rule = fc.tuple(stated, said).map(([stated, said]) => ({ ...stated, ...said }));

const template = {
  name: fresh('template'),
  description: words,
  unit: fc.constantFrom('°C', '%', 'V'),
  defaultKey: fc.constantFrom('temperature', 'humidity'),
  decimals: fc.nat({ max: 15 }),
};

const dataSendingInterval = fc.record({
  unit: fc.constantFrom('minute', 'hour', 'day'),
  value: fc.integer({ min: 1, max: 9 }),
});
const images = one('media').map(mediaId => [{ mediaId, isCover: true, position: 0 }]);
const device = fc.record(
  {
    name: fresh('device'),
    physicalDevice: fc.nat({ max: 0xffff_ff }).map(n => ({
      clientDeviceId: `70b3d56771${n.toString(16).padStart(6, '0')}`,
      connectionId: 'mioty',
      configuration: { nwkKey: '00112233445566778899aabbccddeeff', epClass: n % 2 === 0 ? 'A' : 'Z', room: '12' },
    })),
    dataSendingInterval,
    images,
    sensorTemplateIds: one('system-templates').map(id => [id]),
  },
  { requiredKeys: ['name'] },
);
// The endpoint that it has it keeps.
const deviceChange = fc.record(
  { name: fresh('device'), dataSendingInterval, images, description: words },
  { requiredKeys: ['name'] },
);

const widgetFields = {
  title: fresh('widget'),
  y: fc.nat({ max: 30 }),
  h: fc.integer({ min: 1, max: 6 }),
  settings: fc.constant({ colour: 'blue' }),
  query: one('heard').map(id => ({ deviceIds: [id], keys: ['temperature', 'rssi'], from: 86_400 })),
};
const widget = fc.record(
  { kind: fc.constantFrom('line', 'bar', 'table'), ...widgetFields },
  { requiredKeys: ['kind', 'title', 'query'] },
);

const dashboardFields = {
  name: fresh('dashboard'),
  description: words,
  layout: fc.integer({ min: 6, max: 24 }).map(columns => ({ columns })),
};

const organizationId = new Ref('orgs', 0);

/** A posted update: what the mask names is there. @param given what stands in the resource whatever is changed */
function updating<T extends object>(
  resource: string,
  id: (n: number) => object,
  changes: { readonly [K in keyof T]: Arbitrary<T[K]> },
): Arbitrary<unknown> {
  return fc
    .tuple(fc.record(changes, { requiredKeys: [] }), changes[Object.keys(changes)[0] as keyof T], nth)
    .map(([chosen, least, n]) => {
      const [first = ''] = Object.keys(changes);
      const changed = Object.keys(chosen).length > 0 ? chosen : { [first]: least };
      return { organizationId, [resource]: { ...id(n), ...changed }, updateMask: Object.keys(changed).join(',') };
    });
}

const named = (kind: string) => (n: number) => ({ id: new Ref(kind, n) });

/** JSON of requests, by the ids of their operations: what is in order but for what happens meanwhile. */
export const BODIES: Readonly<Record<string, Arbitrary<unknown>>> = {
  createApiKey: apiKey,
  testAlertEmail: fc.record({ to: fc.constant('ada@example.org') }, { requiredKeys: [] }),
  encodePayload: fc.record(
    {
      blueprintId: one('blueprints'),
      format: fc.constantFrom(3, 3, 3, 4),
      object: fc.record({ minutes: fc.nat({ max: 70_000 }) }, { noNullPrototype: true }),
    },
    { requiredKeys: ['blueprintId', 'object'] },
  ),
  createDevice: device,
  createIntegration: integration,
  updateIntegration: integrationChange,
  createRule: rule,
  replaceRule: rule,
  updateDevice: deviceChange,
  updateRule: fc.record(ruleFields, { requiredKeys: [] }),
  sendDeviceCommand: command,
  createWidget: widget,
  updateSensorTemplate: fc.record(template, { requiredKeys: [] }),
  'OrganizationsService.UpdateOrganization': updating('organization', () => ({ id: organizationId }), {
    name: fresh('organization'),
    description: words,
    tags,
  }),
  'connection.ConnectionService.UpdateConnection': updating('connection', named('connections'), {
    name: fresh('connection'),
    enabled: fc.boolean(),
  }),
  'digitaldevice.v2.DigitalDeviceService.CreateDevice': device.map(made => ({ organizationId, device: made })),
  'digitaldevice.v2.DigitalDeviceService.UpdateDevice': updating('device', named('devices'), {
    name: fresh('device'),
    dataSendingInterval: fc.record({ unit: fc.constantFrom('minute', 'hour'), value: fc.integer({ min: 1, max: 9 }) }),
  }),
  'dashboard.v2.DashboardService.UpdateDashboard': updating('dashboard', named('dashboards'), dashboardFields),
  'sensor_template.v2.SensorTemplateService.UpdateSensorTemplate': updating(
    'sensorTemplate',
    named('own-templates'),
    template,
  ),
  'widget.v2.WidgetService.CreateWidget': fc
    .tuple(widget, one('dashboards'))
    .map(([made, dashboardId]) => ({ organizationId, widget: { ...made, dashboardId } })),
  'widget.v2.WidgetService.UpdateWidget': updating(
    'widget',
    n => ({ id: new Ref('widgets', n), dashboardId: new Ref('widgets', n, true) }),
    widgetFields,
  ),
  'organization_access_control.AccessControlService.CheckAccess': fc.oneof(
    fc.constantFrom('devices:read', 'rules:write').map(scope => ({ organizationId, scope })),
    fc.constantFrom('R', 'E', 'S').map(capability => ({ organizationId, capability })),
  ),
  'organization_access_control.AccessControlService.AssignRole': fc.record({
    organizationId: fc.constant(organizationId),
    userId: one('people'),
    role: fc.constantFrom('viewer', 'operator', 'admin'),
  }),
  'organization_access_control.AccessControlService.RevokeRole': fc.record({
    organizationId: fc.constant(organizationId),
    userId: one('members'),
  }),
};

/** What an `id` names in an operation that not every thing of the kind may be given to. */
export const NAMED: Readonly<Record<string, string>> = {
  updateSensorTemplate: 'own-templates',
  deleteSensorTemplate: 'own-templates',
  'sensor_template.v2.SensorTemplateService.UpdateSensorTemplate': 'own-templates',
  getUser: 'seen-users',
  ignoreDiscoveredEndpoint: 'discovered',
  acceptMembership: 'orgs',
  declineMembership: 'orgs',
  'sensor_template.v2.SensorTemplateService.DeleteSensorTemplate': 'own-templates',
  cancelCommand: 'pending-commands',
  revokeCertificate: 'certificates',
  'actuator_command.v2.ActuatorCommandService.CancelCommand': 'pending-commands',
};
