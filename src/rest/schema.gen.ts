// Generated from proto by `npm run generate`. Do not edit. What `…In` and `…Out` mean is told in rpc/schema.gen.ts.

import type { Int64, ListValueIn, ListValueOut, StructIn, StructOut, TimestampIn, TimestampOut, ValueIn, ValueOut } from '../rpc/schema.gen.ts';

type Maybe<T> = T | null | undefined;

/** Handler side of each method. */
export interface RestMethods {
  'actuator_command.v2.ActuatorCommandService/ListActuatorCommands': { request: ListActuatorCommandsRequestIn; response: ListActuatorCommandsResponseOut; stream: false };
  'actuator_command.v2.ActuatorCommandService/SendActuatorCommand': { request: SendActuatorCommandRequestIn; response: CommandOut; stream: false };
  'actuator_command.v2.ActuatorCommandService/GetCommand': { request: GetCommandRequestIn; response: CommandOut; stream: false };
  'actuator_command.v2.ActuatorCommandService/ListCommands': { request: ListCommandsRequestIn; response: ListCommandsResponseOut; stream: false };
  'actuator_command.v2.ActuatorCommandService/CancelCommand': { request: CancelCommandRequestIn; response: CommandOut; stream: false };
  'rest.v1.RestService/GetDeviceLatest': { request: GetDeviceLatestRequestIn; response: GetDeviceLatestResponseOut; stream: false };
  'rest.v1.RestService/GetDeviceTelemetry': { request: GetDeviceTelemetryRequestIn; response: GetDeviceTelemetryResponseOut; stream: false };
  'rest.v1.RestService/ListDeviceMessages': { request: ListDeviceMessagesRequestIn; response: ListDeviceMessagesResponseOut; stream: false };
  'rest.v1.RestService/SendDeviceCommand': { request: SendDeviceCommandRequestIn; response: CommandOut; stream: false };
  'rest.v1.RestService/StreamDeviceMessages': { request: StreamDeviceMessagesRequestIn; response: DeviceMessageOut; stream: true };
  'rest.v1.RestService/StreamDeviceEvents': { request: StreamDeviceEventsRequestIn; response: DeviceEventOut; stream: true };
  'rest.v1.RestService/StreamTelemetry': { request: StreamTelemetryRequestIn; response: TelemetryItemOut; stream: true };
  'rest.v1.RestService/CreateStreamTicket': { request: CreateStreamTicketRequestIn; response: StreamTicketOut; stream: false };
  'sensorquery.v1.SensorQueryService/ListKeys': { request: ListKeysRequestIn; response: ListKeysResponseOut; stream: false };
  'sensorquery.v1.SensorQueryService/GetLatest': { request: GetLatestRequestIn; response: GetLatestResponseOut; stream: false };
  'sensorquery.v1.SensorQueryService/QueryRange': { request: QueryRangeRequestIn; response: QueryRangeResponseOut; stream: false };
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestIn; response: GetPersonalProfileResponseOut; stream: false };
}

export type RestMethodName = keyof RestMethods;

/** Client side of each method. */
export interface RestClientMethods {
  'actuator_command.v2.ActuatorCommandService/ListActuatorCommands': { request: ListActuatorCommandsRequestOut; response: ListActuatorCommandsResponseIn; stream: false };
  'actuator_command.v2.ActuatorCommandService/SendActuatorCommand': { request: SendActuatorCommandRequestOut; response: CommandIn; stream: false };
  'actuator_command.v2.ActuatorCommandService/GetCommand': { request: GetCommandRequestOut; response: CommandIn; stream: false };
  'actuator_command.v2.ActuatorCommandService/ListCommands': { request: ListCommandsRequestOut; response: ListCommandsResponseIn; stream: false };
  'actuator_command.v2.ActuatorCommandService/CancelCommand': { request: CancelCommandRequestOut; response: CommandIn; stream: false };
  'rest.v1.RestService/GetDeviceLatest': { request: GetDeviceLatestRequestOut; response: GetDeviceLatestResponseIn; stream: false };
  'rest.v1.RestService/GetDeviceTelemetry': { request: GetDeviceTelemetryRequestOut; response: GetDeviceTelemetryResponseIn; stream: false };
  'rest.v1.RestService/ListDeviceMessages': { request: ListDeviceMessagesRequestOut; response: ListDeviceMessagesResponseIn; stream: false };
  'rest.v1.RestService/SendDeviceCommand': { request: SendDeviceCommandRequestOut; response: CommandIn; stream: false };
  'rest.v1.RestService/StreamDeviceMessages': { request: StreamDeviceMessagesRequestOut; response: DeviceMessageIn; stream: true };
  'rest.v1.RestService/StreamDeviceEvents': { request: StreamDeviceEventsRequestOut; response: DeviceEventIn; stream: true };
  'rest.v1.RestService/StreamTelemetry': { request: StreamTelemetryRequestOut; response: TelemetryItemIn; stream: true };
  'rest.v1.RestService/CreateStreamTicket': { request: CreateStreamTicketRequestOut; response: StreamTicketIn; stream: false };
  'sensorquery.v1.SensorQueryService/ListKeys': { request: ListKeysRequestOut; response: ListKeysResponseIn; stream: false };
  'sensorquery.v1.SensorQueryService/GetLatest': { request: GetLatestRequestOut; response: GetLatestResponseIn; stream: false };
  'sensorquery.v1.SensorQueryService/QueryRange': { request: QueryRangeRequestOut; response: QueryRangeResponseIn; stream: false };
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestOut; response: GetPersonalProfileResponseIn; stream: false };
}

export interface ListActuatorCommandsRequestIn {
  organization_id: string;
  device_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListActuatorCommandsRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListActuatorCommandsResponseIn {
  actuator_commands: readonly ActuatorCommandIn[];
  total: number;
}

export interface ListActuatorCommandsResponseOut {
  actuator_commands?: Maybe<readonly ActuatorCommandOut[]>;
  total?: Maybe<number>;
}

export interface ActuatorCommandIn {
  id: string;
  name: string;
  description: string;
  parameters: StructIn | null;
  format: number;
}

export interface ActuatorCommandOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  description?: Maybe<string>;
  parameters?: Maybe<StructOut>;
  format?: Maybe<number>;
}

export interface SendActuatorCommandRequestIn {
  organization_id: string;
  device_id: string;
  command_id?: Maybe<string>;
  payload?: Maybe<Uint8Array>;
  parameters: StructIn | null;
  options: CommandOptionsIn | null;
}

export interface SendActuatorCommandRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  command_id?: Maybe<string>;
  payload?: Maybe<Uint8Array>;
  parameters?: Maybe<StructOut>;
  options?: Maybe<CommandOptionsOut>;
}

export interface CommandOptionsIn {
  format?: Maybe<number>;
  priority?: Maybe<number>;
  confirmed?: Maybe<boolean>;
  expires_at: TimestampIn | null;
  ref?: Maybe<string>;
  response_prio?: Maybe<boolean>;
  dl_wind_req?: Maybe<boolean>;
  exp_only?: Maybe<boolean>;
  dl_rx_stat_qry?: Maybe<boolean>;
}

export interface CommandOptionsOut {
  format?: Maybe<number>;
  priority?: Maybe<number>;
  confirmed?: Maybe<boolean>;
  expires_at?: Maybe<TimestampOut>;
  ref?: Maybe<string>;
  response_prio?: Maybe<boolean>;
  dl_wind_req?: Maybe<boolean>;
  exp_only?: Maybe<boolean>;
  dl_rx_stat_qry?: Maybe<boolean>;
}

export interface GetCommandRequestIn {
  organization_id: string;
  id: string;
}

export interface GetCommandRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface CancelCommandRequestIn {
  organization_id: string;
  id: string;
}

export interface CancelCommandRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface ListCommandsRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  device_id: string;
  status: string;
  from: TimestampIn | null;
  to: TimestampIn | null;
}

export interface ListCommandsRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  device_id?: Maybe<string>;
  status?: Maybe<string>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
}

export interface ListCommandsResponseIn {
  commands: readonly CommandIn[];
  total: number;
}

export interface ListCommandsResponseOut {
  commands?: Maybe<readonly CommandOut[]>;
  total?: Maybe<number>;
}

export interface CommandIn {
  id: string;
  device_id?: Maybe<string>;
  client_device_id: string;
  payload: Uint8Array;
  payload_hex: string;
  format: number;
  priority: number;
  confirmed: boolean;
  expires_at: TimestampIn | null;
  ref: string;
  status: string;
  error: string;
  created_at: TimestampIn | null;
  sent_at: TimestampIn | null;
  acknowledged_at: TimestampIn | null;
}

export interface CommandOut {
  id?: Maybe<string>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  payload?: Maybe<Uint8Array>;
  payload_hex?: Maybe<string>;
  format?: Maybe<number>;
  priority?: Maybe<number>;
  confirmed?: Maybe<boolean>;
  expires_at?: Maybe<TimestampOut>;
  ref?: Maybe<string>;
  status?: Maybe<string>;
  error?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
  sent_at?: Maybe<TimestampOut>;
  acknowledged_at?: Maybe<TimestampOut>;
}

export interface SendDeviceCommandRequestIn {
  organization_id: string;
  device_id: string;
  payload?: Maybe<Uint8Array>;
  payload_hex?: Maybe<string>;
  command?: Maybe<string>;
  parameters: StructIn | null;
  format?: Maybe<number>;
  priority?: Maybe<number>;
  confirmed?: Maybe<boolean>;
  expires_at: TimestampIn | null;
  ref?: Maybe<string>;
  response_prio?: Maybe<boolean>;
  dl_wind_req?: Maybe<boolean>;
  exp_only?: Maybe<boolean>;
  dl_rx_stat_qry?: Maybe<boolean>;
}

export interface SendDeviceCommandRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  payload?: Maybe<Uint8Array>;
  payload_hex?: Maybe<string>;
  command?: Maybe<string>;
  parameters?: Maybe<StructOut>;
  format?: Maybe<number>;
  priority?: Maybe<number>;
  confirmed?: Maybe<boolean>;
  expires_at?: Maybe<TimestampOut>;
  ref?: Maybe<string>;
  response_prio?: Maybe<boolean>;
  dl_wind_req?: Maybe<boolean>;
  exp_only?: Maybe<boolean>;
  dl_rx_stat_qry?: Maybe<boolean>;
}

export interface StreamDeviceMessagesRequestIn {
  organization_id: string;
  device_id: string;
  after_seq?: Maybe<string>;
}

export interface StreamDeviceMessagesRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  after_seq?: Maybe<string>;
}

export interface StreamDeviceEventsRequestIn {
  organization_id: string;
  device_id: string;
  after_seq?: Maybe<string>;
  category: readonly string[];
  severity: readonly string[];
}

export interface StreamDeviceEventsRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  after_seq?: Maybe<string>;
  category?: Maybe<readonly string[]>;
  severity?: Maybe<readonly string[]>;
}

export interface StreamTelemetryRequestIn {
  organization_id: string;
  device_id: string;
  after_seq?: Maybe<string>;
  keys: readonly string[];
}

export interface StreamTelemetryRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  after_seq?: Maybe<string>;
  keys?: Maybe<readonly string[]>;
}

export interface TelemetryItemIn {
  seq: string;
  device_id?: Maybe<string>;
  client_device_id: string;
  timestamp: TimestampIn | null;
  values: readonly TelemetryItemValueIn[];
}

export interface TelemetryItemOut {
  seq?: Maybe<string | number | Int64>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  timestamp?: Maybe<TimestampOut>;
  values?: Maybe<readonly TelemetryItemValueOut[]>;
}

export interface TelemetryItemValueIn {
  key: string;
  value: ValueIn | null;
  unit: string;
  sensor_id?: Maybe<string>;
}

export interface TelemetryItemValueOut {
  key?: Maybe<string>;
  value?: Maybe<ValueOut>;
  unit?: Maybe<string>;
  sensor_id?: Maybe<string>;
}

export interface DeviceEventIn {
  id: string;
  type: string;
  category: string;
  severity: string;
  title: string;
  description: string;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  timestamp: TimestampIn | null;
  data: StructIn | null;
  seq?: Maybe<string>;
}

export interface DeviceEventOut {
  id?: Maybe<string>;
  type?: Maybe<string>;
  category?: Maybe<string>;
  severity?: Maybe<string>;
  title?: Maybe<string>;
  description?: Maybe<string>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
  timestamp?: Maybe<TimestampOut>;
  data?: Maybe<StructOut>;
  seq?: Maybe<string | number | Int64>;
}

export interface CreateStreamTicketRequestIn {
  organization_id: string;
}

export interface CreateStreamTicketRequestOut {
  organization_id?: Maybe<string>;
}

export interface StreamTicketIn {
  ticket: string;
  expires_at: TimestampIn | null;
}

export interface StreamTicketOut {
  ticket?: Maybe<string>;
  expires_at?: Maybe<TimestampOut>;
}

export interface GetDeviceLatestRequestIn {
  organization_id: string;
  device_id: string;
  keys: readonly string[];
}

export interface GetDeviceLatestRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  keys?: Maybe<readonly string[]>;
}

export interface GetDeviceLatestResponseIn {
  values: readonly DeviceValueIn[];
}

export interface GetDeviceLatestResponseOut {
  values?: Maybe<readonly DeviceValueOut[]>;
}

export interface DeviceValueIn {
  key: string;
  value: ValueIn | null;
  unit: string;
  timestamp: TimestampIn | null;
  sensor_id?: Maybe<string>;
}

export interface DeviceValueOut {
  key?: Maybe<string>;
  value?: Maybe<ValueOut>;
  unit?: Maybe<string>;
  timestamp?: Maybe<TimestampOut>;
  sensor_id?: Maybe<string>;
}

export interface GetDeviceTelemetryRequestIn {
  organization_id: string;
  device_id: string;
  from: TimestampIn | null;
  to: TimestampIn | null;
  keys: readonly string[];
  limit?: Maybe<number>;
  order: string;
  aggregation: string;
  interval?: Maybe<number>;
}

export interface GetDeviceTelemetryRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  keys?: Maybe<readonly string[]>;
  limit?: Maybe<number>;
  order?: Maybe<string>;
  aggregation?: Maybe<string>;
  interval?: Maybe<number>;
}

export interface GetDeviceTelemetryResponseIn {
  series: readonly TelemetrySeriesIn[];
  truncated: boolean;
}

export interface GetDeviceTelemetryResponseOut {
  series?: Maybe<readonly TelemetrySeriesOut[]>;
  truncated?: Maybe<boolean>;
}

export interface TelemetrySeriesIn {
  key: string;
  unit: string;
  points: readonly ListValueIn[];
}

export interface TelemetrySeriesOut {
  key?: Maybe<string>;
  unit?: Maybe<string>;
  points?: Maybe<readonly ListValueOut[]>;
}

export interface ListDeviceMessagesRequestIn {
  organization_id: string;
  device_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  from: TimestampIn | null;
  to: TimestampIn | null;
}

export interface ListDeviceMessagesRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
}

export interface ListDeviceMessagesResponseIn {
  messages: readonly DeviceMessageIn[];
  total: number;
}

export interface ListDeviceMessagesResponseOut {
  messages?: Maybe<readonly DeviceMessageOut[]>;
  total?: Maybe<number>;
}

export interface DeviceMessageIn {
  id: string;
  time: TimestampIn | null;
  packet_cnt: number;
  payload: Uint8Array;
  payload_hex: string;
  format: number;
  rssi: number;
  snr: number;
  eq_snr?: Maybe<number>;
  base_stations: readonly MessageBaseStationIn[];
  decoded: StructIn | null;
  decode_status: string;
  seq?: Maybe<string>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
}

export interface DeviceMessageOut {
  id?: Maybe<string>;
  time?: Maybe<TimestampOut>;
  packet_cnt?: Maybe<number>;
  payload?: Maybe<Uint8Array>;
  payload_hex?: Maybe<string>;
  format?: Maybe<number>;
  rssi?: Maybe<number>;
  snr?: Maybe<number>;
  eq_snr?: Maybe<number>;
  base_stations?: Maybe<readonly MessageBaseStationOut[]>;
  decoded?: Maybe<StructOut>;
  decode_status?: Maybe<string>;
  seq?: Maybe<string | number | Int64>;
  device_id?: Maybe<string>;
  client_device_id?: Maybe<string>;
}

export interface MessageBaseStationIn {
  bs_eui: string;
  name: string;
  rssi: number;
  snr: number;
  eq_snr?: Maybe<number>;
  time: TimestampIn | null;
}

export interface MessageBaseStationOut {
  bs_eui?: Maybe<string>;
  name?: Maybe<string>;
  rssi?: Maybe<number>;
  snr?: Maybe<number>;
  eq_snr?: Maybe<number>;
  time?: Maybe<TimestampOut>;
}

export interface ListKeysRequestIn {
  organization_id: string;
  device_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
}

export interface ListKeysRequestOut {
  organization_id?: Maybe<string>;
  device_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
}

export interface ListKeysResponseIn {
  keys: readonly ValueKeyIn[];
  total: number;
}

export interface ListKeysResponseOut {
  keys?: Maybe<readonly ValueKeyOut[]>;
  total?: Maybe<number>;
}

export interface ValueKeyIn {
  key: string;
  unit: string;
  last_timestamp: TimestampIn | null;
}

export interface ValueKeyOut {
  key?: Maybe<string>;
  unit?: Maybe<string>;
  last_timestamp?: Maybe<TimestampOut>;
}

export interface GetLatestRequestIn {
  organization_id: string;
  device_ids: readonly string[];
  keys: readonly string[];
}

export interface GetLatestRequestOut {
  organization_id?: Maybe<string>;
  device_ids?: Maybe<readonly string[]>;
  keys?: Maybe<readonly string[]>;
}

export interface GetLatestResponseIn {
  values: readonly LatestValueIn[];
}

export interface GetLatestResponseOut {
  values?: Maybe<readonly LatestValueOut[]>;
}

export interface LatestValueIn {
  device_id: string;
  key: string;
  number?: Maybe<number>;
  text?: Maybe<string>;
  boolean?: Maybe<boolean>;
  unit: string;
  timestamp: TimestampIn | null;
  sensor_id?: Maybe<string>;
}

export interface LatestValueOut {
  device_id?: Maybe<string>;
  key?: Maybe<string>;
  number?: Maybe<number>;
  text?: Maybe<string>;
  boolean?: Maybe<boolean>;
  unit?: Maybe<string>;
  timestamp?: Maybe<TimestampOut>;
  sensor_id?: Maybe<string>;
}

export interface QueryRangeRequestIn {
  organization_id: string;
  device_ids: readonly string[];
  keys: readonly string[];
  from: TimestampIn | null;
  to: TimestampIn | null;
  aggregation: string;
  interval?: Maybe<number>;
  limit?: Maybe<number>;
}

export interface QueryRangeRequestOut {
  organization_id?: Maybe<string>;
  device_ids?: Maybe<readonly string[]>;
  keys?: Maybe<readonly string[]>;
  from?: Maybe<TimestampOut>;
  to?: Maybe<TimestampOut>;
  aggregation?: Maybe<string>;
  interval?: Maybe<number>;
  limit?: Maybe<number>;
}

export interface QueryRangeResponseIn {
  series: readonly ValueSeriesIn[];
  truncated: boolean;
}

export interface QueryRangeResponseOut {
  series?: Maybe<readonly ValueSeriesOut[]>;
  truncated?: Maybe<boolean>;
}

export interface ValueSeriesIn {
  device_id: string;
  key: string;
  unit: string;
  points: readonly ValuePointIn[];
}

export interface ValueSeriesOut {
  device_id?: Maybe<string>;
  key?: Maybe<string>;
  unit?: Maybe<string>;
  points?: Maybe<readonly ValuePointOut[]>;
}

export interface ValuePointIn {
  timestamp: TimestampIn | null;
  number?: Maybe<number>;
  text?: Maybe<string>;
  boolean?: Maybe<boolean>;
}

export interface ValuePointOut {
  timestamp?: Maybe<TimestampOut>;
  number?: Maybe<number>;
  text?: Maybe<string>;
  boolean?: Maybe<boolean>;
}

export interface GetPersonalProfileRequestIn {
}

export interface GetPersonalProfileRequestOut {
}

export interface GetPersonalProfileResponseIn {
  profile: UserProfileIn | null;
}

export interface GetPersonalProfileResponseOut {
  profile?: Maybe<UserProfileOut>;
}

export interface UserProfileIn {
  id: string;
  kind: string;
  email?: Maybe<string>;
  name: string;
  organization_id: string;
  role?: Maybe<string>;
  scopes: readonly string[];
}

export interface UserProfileOut {
  id?: Maybe<string>;
  kind?: Maybe<string>;
  email?: Maybe<string>;
  name?: Maybe<string>;
  organization_id?: Maybe<string>;
  role?: Maybe<string>;
  scopes?: Maybe<readonly string[]>;
}
