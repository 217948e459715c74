/** gRPC status names our faults use: the seven of the API, and four that stand for transport conditions only. */
export type FaultCode =
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'PERMISSION_DENIED'
  | 'FAILED_PRECONDITION'
  | 'INTERNAL'
  | 'UNAUTHENTICATED'
  | 'CANCELLED'
  | 'DEADLINE_EXCEEDED'
  | 'RESOURCE_EXHAUSTED'
  | 'UNIMPLEMENTED'
  | 'UNAVAILABLE';

/** Number blocks: first, last, domain. Numbers are given out once and stay reserved after a token is retired. */
export const faultRanges: readonly (readonly [first: number, last: number, domain: string])[] = [
  [1000, 1099, 'request shape: ids, EUIs, fields, paging, masks, time ranges'],
  [1100, 1199, 'service and transport: limits, editions, streams'],
  [2000, 2099, 'authentication, headers, authorization'],
  [2100, 2199, 'sessions, passwords, external sign-in, registration'],
  [2200, 2299, 'users'],
  [2300, 2399, 'organizations'],
  [2400, 2499, 'memberships'],
  [2500, 2599, 'API keys'],
  [3000, 3099, 'endpoints'],
  [3100, 3199, 'base stations and base station control'],
  [4000, 4099, 'messages and export'],
  [4100, 4199, 'downlinks'],
  [4200, 4299, 'UL transmit'],
  [4300, 4399, 'DL RX status'],
  [5000, 5099, 'events and alerts'],
  [5200, 5299, 'SCACI monitoring'],
  [6000, 6099, 'certificates'],
  [6100, 6199, 'integrations'],
  [7000, 7099, 'manufacturers'],
  [7100, 7199, 'device models'],
  [7200, 7299, 'blueprints'],
  [7300, 7399, 'decoding'],
  [7400, 7499, 'blueprint registry'],
  [8000, 8199, 'REST resources (devices, sensors, media, commands, telemetry, connections, dashboards, rules)'],
  [9000, 9099, 'internal'],
];

/**
 * Name → number, gRPC code, text for the client, and what to do about it where more can be said than for all of the code. The token is `ErrToken` + name. A name or number is never changed, reused
 * or given another meaning; the text may change. Texts are constant: what concerns one request travels beside them.
 */
// biome-ignore format: a fault is a line
export const faultRows = {
  // 1000–1099 request shape: ids, EUIs, fields, paging, masks, time ranges
  InvalidArgument: [1000, 'INVALID_ARGUMENT', 'an argument is not valid'],
  MalformedRequest: [1001, 'INVALID_ARGUMENT', 'the request body cannot be read as the message it should be', 'Compare the body with the schema: unknown keys and values of another type are refused'],
  IDRequired: [1002, 'INVALID_ARGUMENT', 'an id is required'],
  InvalidIDFormat: [1003, 'INVALID_ARGUMENT', 'the id is not well formed'],
  EUIRequired: [1004, 'INVALID_ARGUMENT', 'an EUI is required'],
  InvalidEUIFormat: [1005, 'INVALID_ARGUMENT', 'an EUI has 16 hex digits and is not all zero'],
  NameRequired: [1006, 'INVALID_ARGUMENT', 'a name is required'],
  FieldTooLong: [1007, 'INVALID_ARGUMENT', 'a field is longer than allowed'],
  FieldOutOfRange: [1008, 'INVALID_ARGUMENT', 'a number is outside its range'],
  InvalidEnumValue: [1009, 'INVALID_ARGUMENT', 'a field has a value that is not in its list'],
  InvalidTags: [1010, 'INVALID_ARGUMENT', 'the tags are not valid'],
  InvalidLocation: [1011, 'INVALID_ARGUMENT', 'latitude and longitude go together and stay within 90 and 180 degrees'],
  InvalidPageSize: [1012, 'INVALID_ARGUMENT', 'the page size must not be negative'],
  InvalidPageToken: [1013, 'INVALID_ARGUMENT', 'the page token does not belong to this request', 'Begin again without page_token, or send the filters and the order of the first page with it'],
  InvalidOrderBy: [1014, 'INVALID_ARGUMENT', 'this order is not offered'],
  InvalidTimeRange: [1015, 'INVALID_ARGUMENT', 'the time range is not valid', 'Send an end after the start, both in RFC 3339 with Z'],
  TimeRangeTooLarge: [1016, 'INVALID_ARGUMENT', 'the time range is too large', 'Ask for the range in parts'],
  InvalidGranularity: [1017, 'INVALID_ARGUMENT', 'this granularity is not offered'],
  UpdateMaskRequired: [1018, 'INVALID_ARGUMENT', 'an update mask is required', 'Name the fields to change in update_mask, or * for all'],
  UpdateMaskInvalid: [1019, 'INVALID_ARGUMENT', 'the update mask names a field that is unknown or cannot be written', 'Name writable fields only; * stands alone'],
  ImmutableField: [1020, 'INVALID_ARGUMENT', 'this field cannot be changed after creation'],
  MutuallyExclusiveFields: [1021, 'INVALID_ARGUMENT', 'these fields exclude each other'],
  ResourceRequired: [1022, 'INVALID_ARGUMENT', 'the request lacks its resource'],
  QueryRequired: [1023, 'INVALID_ARGUMENT', 'a search text of at least 2 characters is required'],
  InvalidEmailFormat: [1024, 'INVALID_ARGUMENT', 'the e-mail address is not valid'],
  InvalidURL: [1025, 'INVALID_ARGUMENT', 'the URL must be absolute, http or https, and without credentials'],
  TooManyItems: [1026, 'INVALID_ARGUMENT', 'a list has more items than allowed'],
  InvalidKeyFormat: [1027, 'INVALID_ARGUMENT', 'a key has 32 hex digits and is not all zero', 'Send 32 hex digits, separators are allowed'],

  // 1100–1199 service and transport: limits, editions, streams
  RateLimited: [1100, 'RESOURCE_EXHAUSTED', 'too many requests, try again later', 'Wait for retry_after_ms; limits.requests_per_s sets the rate of one client, limits.rest_requests_per_s that of one API key'],
  ServiceStarting: [1101, 'UNAVAILABLE', 'the service is starting, try again shortly', 'Wait for retry_after_ms; the first start after an upgrade takes longest'],
  ServiceStopping: [1102, 'UNAVAILABLE', 'the service is stopping', 'Connect again in a few seconds'],
  DeadlineExceeded: [1103, 'DEADLINE_EXCEEDED', 'the deadline of the call has passed'],
  MethodUnknown: [1104, 'UNIMPLEMENTED', 'there is no such method or service', 'Check the name of the method, and whether this release has it'],
  RequestTooLarge: [1105, 'RESOURCE_EXHAUSTED', 'the request is too large', 'Split the request'],
  ResponseTooLarge: [1106, 'FAILED_PRECONDITION', 'the answer would be too large, narrow the request', 'Ask for smaller pages or a shorter time'],
  UnsupportedMediaType: [1107, 'INVALID_ARGUMENT', 'this content type is not served', 'Send application/json, a gRPC-Web or a Connect content type'],
  FeatureDisabled: [1108, 'FAILED_PRECONDITION', 'this feature is switched off', 'Switch the feature on in the configuration'],
  EnterpriseEditionRequired: [1109, 'FAILED_PRECONDITION', 'this call needs the enterprise edition', 'Use the enterprise edition, or do without the call'],
  StorageFull: [1110, 'RESOURCE_EXHAUSTED', 'the storage is full', 'Free space on the disk; what the service writes goes on by itself then'],
  ReadOnlyMode: [1111, 'FAILED_PRECONDITION', 'the store is in read-only mode', 'Wait until the restore or the migration is over'],
  ConcurrentModification: [1112, 'FAILED_PRECONDITION', 'somebody else changed this meanwhile, repeat the call', 'Read the row again and repeat the change'],
  HostNotAllowed: [1113, 'PERMISSION_DENIED', 'the Host or Origin is not one of this service center', 'Call by a name or address of this service center, or add the name to gateway.allowed_hosts'],
  RequestIDReused: [1114, 'ALREADY_EXISTS', 'the request id was used for something else within 24 hours', 'Take a new request id for every new request'],
  TooManyStreams: [1150, 'RESOURCE_EXHAUSTED', 'too many streams are open', 'Close streams that are not needed; several filters fit into one'],
  StreamCursorTooOld: [1152, 'FAILED_PRECONDITION', 'the stream cannot resume from so far back', 'Resume from oldest_seq, or list what is older'],
  StreamAccessChanged: [1153, 'PERMISSION_DENIED', 'the caller may no longer read this stream', 'Open the stream again with the rights that are left'],

  // 2000–2099 authentication, headers, authorization
  AuthorizationRequired: [2000, 'UNAUTHENTICATED', 'this call needs an authorization header', 'Send authorization: Bearer with an API key or an access token'],
  InvalidAuthorizationFormat: [2001, 'UNAUTHENTICATED', 'the authorization header must read Bearer and a token'],
  InvalidAccessToken: [2002, 'UNAUTHENTICATED', 'the access token is not valid'],
  AccessTokenExpired: [2003, 'UNAUTHENTICATED', 'the access token has expired', 'Fetch a new access token with the refresh token'],
  AccessTokenRevoked: [2004, 'UNAUTHENTICATED', 'the session of the access token has ended'],
  UserIDHeaderRequired: [2005, 'UNAUTHENTICATED', 'this call needs the x-user-id header', 'Send the id of the signed-in user as x-user-id'],
  InvalidUserIDHeader: [2006, 'INVALID_ARGUMENT', 'the x-user-id header must be a UUID'],
  IdentityMismatch: [2007, 'PERMISSION_DENIED', 'the x-user-id header does not match the credentials', 'Send the x-user-id of the token, and none with a service account key'],
  OrganizationIDHeaderRequired: [2008, 'UNAUTHENTICATED', 'this call needs the x-organization-id header', 'Send the id of the organization as x-organization-id'],
  InvalidOrganizationIDHeader: [2009, 'INVALID_ARGUMENT', 'the x-organization-id header must be a UUID'],
  OrganizationAccessDenied: [2010, 'PERMISSION_DENIED', 'the caller may not act in this organization'],
  OrganizationSuspended: [2011, 'PERMISSION_DENIED', 'the organization is suspended'],
  PermissionDenied: [2012, 'PERMISSION_DENIED', "the caller's role does not permit this"],
  ScopeRequired: [2013, 'PERMISSION_DENIED', 'the API key lacks the scope for this', 'Make an API key that has the scope'],
  ServerAdminRequired: [2014, 'PERMISSION_DENIED', 'only a server administrator may do this'],
  InvalidApiKey: [2015, 'UNAUTHENTICATED', 'the API key is not valid'],
  ApiKeyExpired: [2016, 'UNAUTHENTICATED', 'the API key has expired'],
  ApiKeyInactive: [2017, 'UNAUTHENTICATED', 'the API key is switched off'],
  UserPrincipalRequired: [2018, 'PERMISSION_DENIED', 'only a user can do this, not a service account'],
  UserInactive: [2019, 'PERMISSION_DENIED', 'the user account is switched off'],
  InternalPeerRejected: [2020, 'UNAUTHENTICATED', 'the internal port needs the peer secret'],
  ConflictingCredentials: [2021, 'UNAUTHENTICATED', 'the credentials contradict each other'],
  CsrfTokenInvalid: [2022, 'PERMISSION_DENIED', 'the session of the console is over, or this page is none of its', 'Load the console again; a program sends X-API-Key and no cookie'],
  SignInNotFound: [2023, 'NOT_FOUND', 'no such sign-in of this user, or it is over'],

  // 2100–2199 sessions, passwords, external sign-in, registration
  InvalidCredentials: [2100, 'UNAUTHENTICATED', 'the e-mail address or the password is wrong', 'Check e-mail address and password'],
  LoginTemporarilyBlocked: [2101, 'PERMISSION_DENIED', 'sign-in is blocked for a while after too many failures', 'Wait for retry_after_ms'],
  LocalLoginDisabled: [2102, 'FAILED_PRECONDITION', 'sign-in with a password is switched off'],
  AuthDisabled: [2103, 'FAILED_PRECONDITION', 'authentication is switched off in the community edition', 'Call without credentials: the community edition has no sign-in'],
  EmailRequired: [2104, 'INVALID_ARGUMENT', 'an e-mail address is required'],
  PasswordRequired: [2105, 'INVALID_ARGUMENT', 'a password is required'],
  RefreshTokenRequired: [2106, 'INVALID_ARGUMENT', 'a refresh token is required'],
  InvalidRefreshToken: [2107, 'UNAUTHENTICATED', 'the refresh token is not valid'],
  RefreshTokenReused: [2108, 'UNAUTHENTICATED', 'the refresh token was used before, so its session has ended'],
  CurrentPasswordIncorrect: [2109, 'INVALID_ARGUMENT', 'the current password is wrong'],
  WeakPassword: [2110, 'INVALID_ARGUMENT', 'the password does not meet the password rules', 'Choose a password that meets the rules that the metadata names'],
  PasswordUnchanged: [2111, 'INVALID_ARGUMENT', 'the new password must differ from the old one'],
  PasswordNotSet: [2112, 'FAILED_PRECONDITION', 'this account has no local password'],
  PasswordChangeRequired: [2113, 'PERMISSION_DENIED', 'the initial password must be changed first', 'Call ChangePassword first'],
  MembershipRequired: [2114, 'PERMISSION_DENIED', 'the account belongs to no organization'],
  SecondFactorRequired: [2115, 'UNAUTHENTICATED', 'this account needs a second factor'],
  SecureTransportRequired: [2116, 'FAILED_PRECONDITION', 'signing in needs TLS, or a connection from this machine'],
  OIDCDisabled: [2120, 'FAILED_PRECONDITION', 'sign-in by OpenID Connect is not configured'],
  OAuth2Disabled: [2121, 'FAILED_PRECONDITION', 'sign-in by OAuth 2.0 is not configured'],
  AuthCodeRequired: [2122, 'INVALID_ARGUMENT', 'an authorization code is required'],
  AuthStateRequired: [2123, 'INVALID_ARGUMENT', 'an authorization state is required'],
  AuthStateInvalid: [2124, 'UNAUTHENTICATED', 'the authorization state is unknown, used or too old'],
  AuthExchangeFailed: [2125, 'UNAUTHENTICATED', 'the identity provider did not accept the code'],
  IDTokenInvalid: [2126, 'UNAUTHENTICATED', 'the ID token is not valid'],
  EmailNotVerified: [2127, 'PERMISSION_DENIED', 'the identity provider does not confirm the e-mail address'],
  ExternalUserNotAllowed: [2128, 'PERMISSION_DENIED', 'this external account may not sign in here'],
  UserInfoFailed: [2129, 'UNAUTHENTICATED', 'the identity provider gave no usable user information'],
  IdentityProviderUnavailable: [2130, 'UNAVAILABLE', 'the identity provider cannot be reached'],
  RegistrationDisabled: [2140, 'FAILED_PRECONDITION', 'self-registration is switched off'],
  FirstNameRequired: [2141, 'INVALID_ARGUMENT', 'a first name is required'],
  LastNameRequired: [2142, 'INVALID_ARGUMENT', 'a last name is required'],
  CompanyNameRequired: [2143, 'INVALID_ARGUMENT', 'a company name is required'],
  RegistrationDomainNotAllowed: [2144, 'PERMISSION_DENIED', 'registration is not open to this e-mail domain'],

  // 2200–2299 users
  UserNotFound: [2200, 'NOT_FOUND', 'no such user'],
  EmailExists: [2201, 'ALREADY_EXISTS', 'this e-mail address already has an account'],
  LastServerAdmin: [2202, 'FAILED_PRECONDITION', 'the last active server administrator must stay'],
  CannotDeleteSelf: [2203, 'FAILED_PRECONDITION', 'nobody can delete the own account'],
  CannotDemoteSelf: [2204, 'FAILED_PRECONDITION', 'nobody can take rights from the own account'],
  UserOwnsOrganization: [2205, 'FAILED_PRECONDITION', 'the user is the last owner of an organization'],

  // 2300–2399 organizations
  OrganizationNotFound: [2300, 'NOT_FOUND', 'no such organization'],
  OrganizationNameExists: [2301, 'ALREADY_EXISTS', 'an organization of this name exists'],
  OrganizationNotEmpty: [2302, 'FAILED_PRECONDITION', 'the organization still has members or devices'],
  DefaultOrganizationProtected: [2303, 'FAILED_PRECONDITION', 'the default organization cannot be deleted or archived'],
  InvalidOrganizationState: [2304, 'INVALID_ARGUMENT', 'the organization state is not valid'],
  OrganizationContextMismatch: [2305, 'PERMISSION_DENIED', 'the request and the header name different organizations'],
  OrganizationIDRequired: [2306, 'INVALID_ARGUMENT', 'an organization id is required'],

  // 2400–2499 memberships
  MembershipNotFound: [2400, 'NOT_FOUND', 'no such membership'],
  MembershipExists: [2401, 'ALREADY_EXISTS', 'the user is already a member'],
  InvalidRole: [2402, 'INVALID_ARGUMENT', 'the role is not valid'],
  LastOwner: [2403, 'FAILED_PRECONDITION', 'the last active owner of an organization must stay'],
  CannotChangeOwnRole: [2404, 'FAILED_PRECONDITION', 'nobody can change the own membership'],
  RoleEscalation: [2405, 'PERMISSION_DENIED', 'the caller cannot grant or touch a role above the own'],
  UserOrEmailRequired: [2406, 'INVALID_ARGUMENT', 'give either a user id or an e-mail address'],
  UserIDRequired: [2407, 'INVALID_ARGUMENT', 'a user id is required'],

  // 2500–2599 API keys
  ApiKeyNotFound: [2500, 'NOT_FOUND', 'no such API key'],
  ApiKeyNameExists: [2501, 'ALREADY_EXISTS', 'an API key of this name exists'],
  InvalidApiKeyType: [2502, 'INVALID_ARGUMENT', 'the API key type is not valid'],
  InvalidScope: [2503, 'INVALID_ARGUMENT', 'the scopes of the API key are not valid'],
  ScopeEscalation: [2504, 'PERMISSION_DENIED', "an API key cannot have a scope beyond its creator's rights"],
  InvalidExpiry: [2505, 'INVALID_ARGUMENT', 'the expiry must be in the future and within 10 years'],
  ApiKeyLimitReached: [2506, 'FAILED_PRECONDITION', 'the organization has as many API keys as allowed'],

  // 3000–3099 endpoints
  EndPointNotFound: [3000, 'NOT_FOUND', 'no such endpoint'],
  EndPointEUIExists: [3001, 'ALREADY_EXISTS', 'this endpoint EUI is already registered', 'Update the endpoint that has the EUI, or delete it first'],
  InvalidEndPointClass: [3002, 'INVALID_ARGUMENT', 'the endpoint class is Z or A'],
  EndPointKeyRequired: [3003, 'INVALID_ARGUMENT', 'a pre-attached endpoint needs a network key', 'Set nwk_key or nwk_sn_key, or leave pre_attach off'],
  InvalidShortAddress: [3004, 'INVALID_ARGUMENT', 'the short address is outside 0 to 65535'],
  EndPointSuspended: [3006, 'FAILED_PRECONDITION', 'the endpoint is suspended', 'Set suspended to false first'],
  EndPointSessionKeyMissing: [3007, 'FAILED_PRECONDITION', 'the endpoint has no key to attach with', 'Set nwk_key or nwk_sn_key, or let the endpoint attach over the air'],
  EndPointNotAttached: [3008, 'FAILED_PRECONDITION', 'the endpoint is not attached', 'Attach the endpoint first'],
  EndPointNotBidirectional: [3009, 'FAILED_PRECONDITION', 'the endpoint cannot receive downlinks', 'Set ep_class to A if the device can receive'],
  EndPointLimitReached: [3010, 'FAILED_PRECONDITION', 'there are as many endpoints as allowed', 'Delete endpoints, or raise limits.endpoints'],
  EndPointLinkedToDevice: [3011, 'FAILED_PRECONDITION', 'a device still uses this endpoint', 'Delete the device, or delete the endpoint with force'],
  InvalidTypeEUI: [3012, 'INVALID_ARGUMENT', 'the type EUI is not well formed, or not that of the document'],
  EndPointExists: [3013, 'ALREADY_EXISTS', 'the endpoint is registered with another value', 'Leave the field out and change it with PATCH once the device is made'],

  // 3100–3199 base stations and base station control
  BaseStationNotFound: [3100, 'NOT_FOUND', 'no such base station'],
  BaseStationEUIExists: [3101, 'ALREADY_EXISTS', 'this base station EUI is already registered', 'Update the base station that has the EUI, or delete it first'],
  BaseStationOffline: [3102, 'FAILED_PRECONDITION', 'the base station is not connected', 'Check power, network and certificate of the base station; doctor tells more'],
  BaseStationNotBidirectional: [3103, 'FAILED_PRECONDITION', 'the base station cannot send', 'Use a base station that can send'],
  BaseStationDisabled: [3104, 'FAILED_PRECONDITION', 'the base station is disabled', 'Set disabled to false first'],
  BaseStationEUIUnchanged: [3105, 'INVALID_ARGUMENT', 'the new EUI equals the current one'],
  BaseStationLimitReached: [3106, 'FAILED_PRECONDITION', 'there are as many base stations as allowed', 'Delete base stations, or raise limits.base_stations'],
  BaseStationOperationTimeout: [3107, 'DEADLINE_EXCEEDED', 'the base station did not answer in time', 'Repeat the call; look at the network of the base station if it happens often'],
  BaseStationOperationRejected: [3108, 'FAILED_PRECONDITION', 'the base station refused the operation', 'Look at the text of the base station in the metadata'],
  BaseStationOperationUnsupported: [3109, 'FAILED_PRECONDITION', 'the base station does not know this operation', 'Update the software of the base station'],

  // 4000–4099 messages and export
  MessageNotFound: [4000, 'NOT_FOUND', 'no such message'],
  InvalidDirection: [4001, 'INVALID_ARGUMENT', 'the direction is uplink or downlink'],
  InvalidExportFormat: [4002, 'INVALID_ARGUMENT', 'the export format is csv, json or ndjson'],
  ExportTooLarge: [4003, 'FAILED_PRECONDITION', 'the export has too many rows, narrow the range', 'Export a shorter time, part by part'],

  // 4100–4199 downlinks
  DownlinkNotFound: [4100, 'NOT_FOUND', 'no such downlink'],
  DownlinkPayloadTooLarge: [4101, 'INVALID_ARGUMENT', 'the downlink payload is too long'],
  DownlinkPayloadRequired: [4102, 'INVALID_ARGUMENT', 'a counter-dependent downlink needs payloads'],
  DownlinkPacketCntRequired: [4103, 'INVALID_ARGUMENT', 'a counter-dependent downlink needs packet counters'],
  DownlinkPacketCntMismatch: [4104, 'INVALID_ARGUMENT', 'packet counters and payloads do not fit together'],
  DownlinkPacketCntDuplicate: [4105, 'INVALID_ARGUMENT', 'a packet counter occurs twice'],
  DownlinkMultiplePayloads: [4106, 'INVALID_ARGUMENT', 'only a counter-dependent downlink may have several payloads'],
  DownlinkInvalidFormat: [4107, 'INVALID_ARGUMENT', 'the downlink format is outside 0 to 255'],
  DownlinkInvalidPriority: [4108, 'INVALID_ARGUMENT', 'the downlink priority must be a finite number'],
  DownlinkInvalidExpiry: [4109, 'INVALID_ARGUMENT', 'the downlink expiry must be in the future and within 30 days', 'Send a time in the future, at most 30 days ahead'],
  DownlinkQueueFull: [4110, 'FAILED_PRECONDITION', 'the endpoint has as many pending downlinks as allowed', 'Revoke downlinks, or raise downlink.max_pending_per_endpoint'],
  DownlinkAlreadyFinished: [4111, 'FAILED_PRECONDITION', 'the downlink already has its final result', 'Nothing to do: GetDownlinkResults has the result'],
  DownlinkRefTooLong: [4112, 'INVALID_ARGUMENT', 'the reference text is too long'],
  InvalidQueueID: [4113, 'INVALID_ARGUMENT', 'the queue id is not a valid number'],
  DownlinkEncodingFailed: [4114, 'INVALID_ARGUMENT', 'the values do not fit the downlink format'],

  // 4200–4299 UL transmit
  ULTransmitPayloadTooLarge: [4200, 'INVALID_ARGUMENT', 'the user data to transmit is too long'],
  ULTransmitKeyRequired: [4201, 'INVALID_ARGUMENT', 'transmitting needs a session key, and none is stored', 'Send the session key, or store one at the endpoint'],

  // 4300–4399 DL RX status
  DLRXQueryPending: [4300, 'FAILED_PRECONDITION', 'a query for this endpoint is still open', 'Wait for the next downlink, which carries the query'],
  DLRXNoServingBaseStation: [4301, 'FAILED_PRECONDITION', 'no connected base station serves this endpoint', 'Wait for an uplink through a connected base station that can send'],

  // 5000–5099 events and alerts
  InvalidEventCategory: [5001, 'INVALID_ARGUMENT', 'the event category is not valid'],
  InvalidSeverity: [5002, 'INVALID_ARGUMENT', 'the severity is not valid'],
  EventCategoryForbidden: [5003, 'PERMISSION_DENIED', 'the caller may not read these event categories'],
  AlertNotFound: [5010, 'NOT_FOUND', 'no such alert'],
  InvalidAlertStatus: [5011, 'INVALID_ARGUMENT', 'the alert status is not valid'],
  AlertAlreadyResolved: [5012, 'FAILED_PRECONDITION', 'the alert is already resolved'],
  MailNotConfigured: [5013, 'FAILED_PRECONDITION', 'no mail server is set', 'Set alerts.email.host and alerts.email.to in the configuration, and restart'],
  MailTestRunning: [5014, 'FAILED_PRECONDITION', 'another test of the mail has not ended', 'Wait for its end, a minute at most'],
  BackupRunning: [5015, 'FAILED_PRECONDITION', 'another backup is being made', 'Wait until its download has ended'],
  BackupPassphraseTooShort: [5016, 'INVALID_ARGUMENT', 'the passphrase of the backup is too short', 'Choose one of at least as many characters as the metadata names'],

  // 5200–5299 SCACI monitoring
  ScaciSessionNotFound: [5200, 'NOT_FOUND', 'no such application center session'],

  // 6000–6099 certificates
  CertificateNotFound: [6000, 'NOT_FOUND', 'no such certificate'],
  InvalidCertificateType: [6001, 'INVALID_ARGUMENT', 'the certificate type is not valid', 'Send one of the types that the message lists as cert_type'],
  InvalidCertificateFormat: [6002, 'INVALID_ARGUMENT', 'the certificate format is not offered for this type'],
  InvalidValidityPeriod: [6003, 'INVALID_ARGUMENT', 'the validity period is not possible'],
  CertificateAuthorityMissing: [6004, 'FAILED_PRECONDITION', 'there is no certificate authority yet', 'Call GenerateServerCertificates, which makes one'],
  ServerCertificateExists: [6005, 'FAILED_PRECONDITION', 'a server certificate exists, renew it instead', 'Call RenewServerCertificates, or confirm a new authority with rotate_ca'],
  ServerCertificateMissing: [6006, 'FAILED_PRECONDITION', 'there is no server certificate', 'Call GenerateServerCertificates'],
  PrivateKeyAlreadyDownloaded: [6007, 'FAILED_PRECONDITION', 'the private key is no longer available for download', 'Generate a new certificate: a key can be fetched once, within 7 days'],
  PrivateKeyUnavailable: [6008, 'FAILED_PRECONDITION', 'the private key was never here', 'The key is where the certificate request was made; ask without the key'],
  PassphraseRequired: [6009, 'INVALID_ARGUMENT', 'a passphrase of at least 8 characters is required', 'Send a passphrase of 8 to 128 characters'],
  CertificateRevoked: [6010, 'FAILED_PRECONDITION', 'the certificate is revoked', 'Generate a new certificate'],
  InvalidServerName: [6011, 'INVALID_ARGUMENT', 'a server name must be a DNS name or an IP address'],
  CARotationConfirmationRequired: [6012, 'FAILED_PRECONDITION', 'changing the certificate authority needs the confirmation text', 'Send confirm with exactly ROTATE CA; all base stations need new certificates then'],
  ExternallyManagedCertificate: [6013, 'FAILED_PRECONDITION', 'the operator supplies the server certificate', 'Replace the certificate files that the configuration names'],
  InvalidCSR: [6014, 'INVALID_ARGUMENT', 'the certificate request is not acceptable', 'Make a new request with RSA of 2048 bits or more, or EC P-256'],

  // 6100–6199 integrations
  IntegrationNotFound: [6100, 'NOT_FOUND', 'no such integration'],
  IntegrationNameExists: [6101, 'ALREADY_EXISTS', 'an integration of this name exists'],
  InvalidIntegrationKind: [6102, 'INVALID_ARGUMENT', 'the integration kind is mqtt, http, influx or nats'],
  IntegrationConfigRequired: [6103, 'INVALID_ARGUMENT', 'the configuration of the integration is missing'],
  IntegrationKindMismatch: [6104, 'INVALID_ARGUMENT', 'the configuration belongs to another kind of integration'],
  InvalidTopicTemplate: [6105, 'INVALID_ARGUMENT', 'the topic template is not valid'],
  InvalidIntegrationHeader: [6106, 'INVALID_ARGUMENT', 'a header of the integration is not allowed'],
  IntegrationTargetNotAllowed: [6107, 'FAILED_PRECONDITION', 'the target address is not allowed', 'Add the target to integrations.allow_targets'],
  InvalidEventFilter: [6108, 'INVALID_ARGUMENT', 'the event filter is not valid'],
  IntegrationLimitReached: [6109, 'FAILED_PRECONDITION', 'the organization has as many integrations as allowed'],
  InvalidBrokerURL: [6110, 'INVALID_ARGUMENT', 'the URL of the broker or server is not valid'],
  SecretRequired: [6111, 'INVALID_ARGUMENT', 'for another target the secrets are to be given anew'],

  // 7000–7099 manufacturers
  ManufacturerNotFound: [7000, 'NOT_FOUND', 'no such manufacturer'],
  ManufacturerNameExists: [7001, 'ALREADY_EXISTS', 'a manufacturer of this name exists'],
  ManufacturerCodeExists: [7002, 'ALREADY_EXISTS', 'a manufacturer of this code exists'],
  ManufacturerInUse: [7003, 'FAILED_PRECONDITION', 'the manufacturer still has device models'],
  InvalidCode: [7004, 'INVALID_ARGUMENT', 'the code is not valid'],
  SystemCatalogProtected: [7005, 'PERMISSION_DENIED', 'only a server administrator may change the system catalog', 'Change a copy in the own catalog'],
  ManufacturerIDRequired: [7006, 'INVALID_ARGUMENT', 'a manufacturer id is required'],

  // 7100–7199 device models
  DeviceModelNotFound: [7100, 'NOT_FOUND', 'no such device model'],
  DeviceModelNameExists: [7101, 'ALREADY_EXISTS', 'a device model of this name exists'],
  DeviceModelCodeExists: [7102, 'ALREADY_EXISTS', 'a device model of this code exists'],
  DeviceModelInUse: [7103, 'FAILED_PRECONDITION', 'the device model is still in use'],
  DeviceModelIDRequired: [7104, 'INVALID_ARGUMENT', 'a device model id is required'],
  TypeEUIExists: [7105, 'ALREADY_EXISTS', 'another device model has this type EUI'],

  // 7200–7299 blueprints
  BlueprintNotFound: [7200, 'NOT_FOUND', 'no such blueprint'],
  BlueprintVersionExists: [7201, 'ALREADY_EXISTS', 'the device model already has a blueprint of this version'],
  BlueprintInvalid: [7202, 'INVALID_ARGUMENT', 'the blueprint does not follow its schema'],
  BlueprintTooLarge: [7203, 'INVALID_ARGUMENT', 'the blueprint is too large'],
  BlueprintInUse: [7204, 'FAILED_PRECONDITION', 'the blueprint is in use'],
  InvalidBlueprintVersion: [7206, 'INVALID_ARGUMENT', 'the blueprint version is not valid'],
  BlueprintModelMismatch: [7207, 'INVALID_ARGUMENT', 'the blueprint belongs to another device model'],
  BlueprintIsDefault: [7208, 'FAILED_PRECONDITION', 'the default blueprint cannot be deleted while others exist'],

  // 7300–7399 decoding
  DecodeSourceRequired: [7300, 'INVALID_ARGUMENT', 'a blueprint id or a blueprint document is required'],
  DecodePayloadTooLarge: [7301, 'INVALID_ARGUMENT', 'the payload is too long for a preview'],

  // 7400–7499 blueprint registry
  RegistryDisabled: [7400, 'FAILED_PRECONDITION', 'no blueprint registry is configured', 'Call it with export_only, and hand the document in by hand'],
  RegistryRejected: [7401, 'FAILED_PRECONDITION', 'the blueprint registry refused the request'],
  RegistryUnavailable: [7402, 'UNAVAILABLE', 'the blueprint registry cannot be reached'],
  ContributorNameRequired: [7403, 'INVALID_ARGUMENT', 'a contributor name is required'],
  ContributorEmailRequired: [7404, 'INVALID_ARGUMENT', 'a contributor e-mail address is required'],
  BlueprintAlreadySubmitted: [7405, 'ALREADY_EXISTS', 'this blueprint version was already submitted'],

  // 8000–8199 REST resources (devices, sensors, media, commands, telemetry, connections, dashboards, rules)
  DeviceNotFound: [8000, 'NOT_FOUND', 'no such device'],
  ClientDeviceIDRequired: [8001, 'INVALID_ARGUMENT', 'a client device id is required'],
  ConnectionIDRequired: [8002, 'INVALID_ARGUMENT', 'a connection id is required'],
  ConnectionNotFound: [8003, 'NOT_FOUND', 'no such connection'],
  PhysicalDeviceAlreadyBound: [8004, 'ALREADY_EXISTS', 'another device already uses this physical device'],
  InvalidDeviceConfiguration: [8005, 'INVALID_ARGUMENT', 'the device configuration does not fit its connector'],
  PhysicalDeviceRequired: [8006, 'FAILED_PRECONDITION', 'the device has no physical device'],
  SensorTemplateNotFound: [8010, 'NOT_FOUND', 'no such sensor template'],
  SensorTemplateIDsRequired: [8011, 'INVALID_ARGUMENT', 'a list of sensor template ids is required'],
  SensorNotFound: [8012, 'NOT_FOUND', 'no such sensor'],
  SensorAlreadyAttached: [8013, 'ALREADY_EXISTS', 'the device already has this sensor'],
  SensorTemplateInUse: [8014, 'FAILED_PRECONDITION', 'the sensor template is still in use'],
  MediaNotFound: [8020, 'NOT_FOUND', 'no such media item'],
  UnsupportedImageType: [8021, 'INVALID_ARGUMENT', 'the image must be png, jpeg or webp'],
  MediaTooLarge: [8022, 'RESOURCE_EXHAUSTED', 'the media item is too large'],
  MultipleCoverImages: [8023, 'INVALID_ARGUMENT', 'only one image can be the cover'],
  InvalidLimit: [8030, 'INVALID_ARGUMENT', 'the limit must be a whole number of at least 1'],
  InvalidOffset: [8031, 'INVALID_ARGUMENT', 'the offset must be a whole number of at least 0'],
  PathNotFound: [8032, 'NOT_FOUND', 'no such path'],
  MethodNotAllowed: [8033, 'UNIMPLEMENTED', 'this path does not offer this method', 'Use the HTTP method that the header allow names'],
  CommandNotFound: [8040, 'NOT_FOUND', 'no such command'],
  ActuatorCommandNotFound: [8041, 'NOT_FOUND', 'no such actuator command'],
  ConnectorNotFound: [8050, 'NOT_FOUND', 'no such connector'],
  ConnectionInUse: [8051, 'FAILED_PRECONDITION', 'devices still use this connection'],
  BuiltInConnectionProtected: [8052, 'FAILED_PRECONDITION', 'the built-in connection cannot be changed'],
  DashboardNotFound: [8060, 'NOT_FOUND', 'no such dashboard'],
  WidgetNotFound: [8061, 'NOT_FOUND', 'no such widget'],
  InvalidWidget: [8062, 'INVALID_ARGUMENT', 'the widget is not valid'],
  RuleNotFound: [8070, 'NOT_FOUND', 'no such rule'],
  RuleInvalid: [8071, 'INVALID_ARGUMENT', 'the rule is not valid'],
  TelemetryQueryTooLarge: [8080, 'FAILED_PRECONDITION', 'the query has too many points, use aggregation'],
  RoleAssignmentNotFound: [8090, 'NOT_FOUND', 'no such role assignment'],

  // 9000–9099 internal
  Internal: [9000, 'INTERNAL', 'an internal error occurred'],
  DatabaseError: [9001, 'INTERNAL', 'the database failed', 'Run doctor, and look at the log of the service'],
  AuditRecordFailed: [9002, 'INTERNAL', 'the secret was withheld because the access could not be recorded', 'Look at the disk and at the log, then ask again'],
  KeyMaterialUnavailable: [9003, 'INTERNAL', 'stored key material cannot be read', 'Run doctor: it names every secret that the master key does not open'],
  CertificateGenerationFailed: [9004, 'INTERNAL', 'the certificate could not be made', 'Look for the request id in the log; check clock and entropy of the machine'],
} as const satisfies Readonly<
  Record<string, readonly [number: number, code: FaultCode, text: string, remedy?: string]>
>;

/** HTTP statuses that say more than the one of their gRPC code. */
export const httpInstead: Partial<Record<keyof typeof faultRows, number>> = {
  RequestTooLarge: 413,
  UnsupportedMediaType: 415,
  HostNotAllowed: 421,
  StorageFull: 507,
};
