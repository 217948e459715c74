// Generated from proto by `npm run generate`. Do not edit. What `…In` and `…Out` mean is told in rpc/schema.gen.ts.

type Maybe<T> = T | null | undefined;

/** Handler side of each method. */
export interface RestMethods {
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestIn; response: GetPersonalProfileResponseOut; stream: false };
}

export type RestMethodName = keyof RestMethods;

/** Client side of each method. */
export interface RestClientMethods {
  'userprofile.UserProfileService/GetPersonalProfile': { request: GetPersonalProfileRequestOut; response: GetPersonalProfileResponseIn; stream: false };
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
