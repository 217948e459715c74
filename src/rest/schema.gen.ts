// Generated from proto by `npm run generate`. Do not edit. What `…In` and `…Out` mean is told in rpc/schema.gen.ts.

import type { FieldMaskIn, FieldMaskOut, TimestampIn, TimestampOut } from '../rpc/schema.gen.ts';

type Maybe<T> = T | null | undefined;

/** Handler side of each method. */
export interface RestMethods {
  'rest.v1.RestService/CreateMedia': { request: CreateMediaRequestIn; response: MediaOut; stream: false };
  'rest.v1.RestService/GetMedia': { request: GetMediaRequestIn; response: MediaContentOut; stream: false };
  'rest.v1.RestService/GetSignedMedia': { request: GetSignedMediaRequestIn; response: MediaContentOut; stream: false };
  'rest.v1.RestService/DeleteMedia': { request: DeleteMediaRequestIn; response: DeleteMediaResponseOut; stream: false };
  'sensor_template.v2.SensorTemplateService/ListSensorTemplates': { request: ListSensorTemplatesRequestIn; response: ListSensorTemplatesResponseOut; stream: false };
  'sensor_template.v2.SensorTemplateService/GetSensorTemplate': { request: GetSensorTemplateRequestIn; response: SensorTemplateOut; stream: false };
  'sensor_template.v2.SensorTemplateService/CreateSensorTemplate': { request: CreateSensorTemplateRequestIn; response: SensorTemplateOut; stream: false };
  'sensor_template.v2.SensorTemplateService/UpdateSensorTemplate': { request: UpdateSensorTemplateRequestIn; response: SensorTemplateOut; stream: false };
  'sensor_template.v2.SensorTemplateService/DeleteSensorTemplate': { request: DeleteSensorTemplateRequestIn; response: DeleteSensorTemplateResponseOut; stream: false };
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestIn; response: GetPersonalProfileResponseOut; stream: false };
}

export type RestMethodName = keyof RestMethods;

/** Client side of each method. */
export interface RestClientMethods {
  'rest.v1.RestService/CreateMedia': { request: CreateMediaRequestOut; response: MediaIn; stream: false };
  'rest.v1.RestService/GetMedia': { request: GetMediaRequestOut; response: MediaContentIn; stream: false };
  'rest.v1.RestService/GetSignedMedia': { request: GetSignedMediaRequestOut; response: MediaContentIn; stream: false };
  'rest.v1.RestService/DeleteMedia': { request: DeleteMediaRequestOut; response: DeleteMediaResponseIn; stream: false };
  'sensor_template.v2.SensorTemplateService/ListSensorTemplates': { request: ListSensorTemplatesRequestOut; response: ListSensorTemplatesResponseIn; stream: false };
  'sensor_template.v2.SensorTemplateService/GetSensorTemplate': { request: GetSensorTemplateRequestOut; response: SensorTemplateIn; stream: false };
  'sensor_template.v2.SensorTemplateService/CreateSensorTemplate': { request: CreateSensorTemplateRequestOut; response: SensorTemplateIn; stream: false };
  'sensor_template.v2.SensorTemplateService/UpdateSensorTemplate': { request: UpdateSensorTemplateRequestOut; response: SensorTemplateIn; stream: false };
  'sensor_template.v2.SensorTemplateService/DeleteSensorTemplate': { request: DeleteSensorTemplateRequestOut; response: DeleteSensorTemplateResponseIn; stream: false };
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestOut; response: GetPersonalProfileResponseIn; stream: false };
}

export interface MediaIn {
  id: string;
  filename: string;
  content_type: string;
  size_bytes: number;
  url: string;
  created_at: TimestampIn | null;
}

export interface MediaOut {
  id?: Maybe<string>;
  filename?: Maybe<string>;
  content_type?: Maybe<string>;
  size_bytes?: Maybe<number>;
  url?: Maybe<string>;
  created_at?: Maybe<TimestampOut>;
}

export interface CreateMediaRequestIn {
  organization_id: string;
  content: Uint8Array;
  content_type: string;
  content_disposition: string;
}

export interface CreateMediaRequestOut {
  organization_id?: Maybe<string>;
  content?: Maybe<Uint8Array>;
  content_type?: Maybe<string>;
  content_disposition?: Maybe<string>;
}

export interface GetMediaRequestIn {
  organization_id: string;
  id: string;
}

export interface GetMediaRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface GetSignedMediaRequestIn {
  id: string;
  expires: string;
  signature: string;
}

export interface GetSignedMediaRequestOut {
  id?: Maybe<string>;
  expires?: Maybe<string>;
  signature?: Maybe<string>;
}

export interface MediaContentIn {
  content: Uint8Array;
  content_type: string;
}

export interface MediaContentOut {
  content?: Maybe<Uint8Array>;
  content_type?: Maybe<string>;
}

export interface DeleteMediaRequestIn {
  organization_id: string;
  id: string;
}

export interface DeleteMediaRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface DeleteMediaResponseIn {
  id: string;
  deleted: boolean;
}

export interface DeleteMediaResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
}

export interface SensorTemplateIn {
  id: string;
  name: string;
  description: string;
  kind: string;
  unit: string;
  value_type: string;
  default_key: string;
  min?: Maybe<number>;
  max?: Maybe<number>;
  decimals?: Maybe<number>;
  is_system: boolean;
  created_at: TimestampIn | null;
  updated_at: TimestampIn | null;
}

export interface SensorTemplateOut {
  id?: Maybe<string>;
  name?: Maybe<string>;
  description?: Maybe<string>;
  kind?: Maybe<string>;
  unit?: Maybe<string>;
  value_type?: Maybe<string>;
  default_key?: Maybe<string>;
  min?: Maybe<number>;
  max?: Maybe<number>;
  decimals?: Maybe<number>;
  is_system?: Maybe<boolean>;
  created_at?: Maybe<TimestampOut>;
  updated_at?: Maybe<TimestampOut>;
}

export interface ListSensorTemplatesRequestIn {
  organization_id: string;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search: string;
  kind: string;
}

export interface ListSensorTemplatesRequestOut {
  organization_id?: Maybe<string>;
  limit?: Maybe<number>;
  offset?: Maybe<number>;
  search?: Maybe<string>;
  kind?: Maybe<string>;
}

export interface ListSensorTemplatesResponseIn {
  sensor_templates: readonly SensorTemplateIn[];
  total: number;
}

export interface ListSensorTemplatesResponseOut {
  sensor_templates?: Maybe<readonly SensorTemplateOut[]>;
  total?: Maybe<number>;
}

export interface GetSensorTemplateRequestIn {
  organization_id: string;
  id: string;
}

export interface GetSensorTemplateRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface CreateSensorTemplateRequestIn {
  organization_id: string;
  sensor_template: SensorTemplateIn | null;
}

export interface CreateSensorTemplateRequestOut {
  organization_id?: Maybe<string>;
  sensor_template?: Maybe<SensorTemplateOut>;
}

export interface UpdateSensorTemplateRequestIn {
  organization_id: string;
  sensor_template: SensorTemplateIn | null;
  update_mask: FieldMaskIn | null;
}

export interface UpdateSensorTemplateRequestOut {
  organization_id?: Maybe<string>;
  sensor_template?: Maybe<SensorTemplateOut>;
  update_mask?: Maybe<FieldMaskOut>;
}

export interface DeleteSensorTemplateRequestIn {
  organization_id: string;
  id: string;
}

export interface DeleteSensorTemplateRequestOut {
  organization_id?: Maybe<string>;
  id?: Maybe<string>;
}

export interface DeleteSensorTemplateResponseIn {
  id: string;
  deleted: boolean;
}

export interface DeleteSensorTemplateResponseOut {
  id?: Maybe<string>;
  deleted?: Maybe<boolean>;
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
