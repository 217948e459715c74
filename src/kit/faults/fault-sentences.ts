import { cleaned } from '../printable.ts';
import type { FaultAbout, FaultName } from './faults.ts';

/**
 * What a person reads where more is known than the token says: the first sentence of a fault whose places can all be filled from
 * what the fault is about. Without one the catalog's text stands.
 */
const sentences: { readonly [N in FaultName]?: readonly string[] } = {
  AuthorizationRequired: ['header {header} is missing'],
  OrganizationIDHeaderRequired: ['header {header} is missing'],
  OrganizationIDRequired: ['{field} is missing; over REST it stands in the query, beside the header X-Organization-Id'],
  InvalidArgument: ['{field} has {reason}', '{field} is not valid'],
  MalformedRequest: ['{field} {problem}'],
  IDRequired: ['{field} is required'],
  InvalidIDFormat: ['{field} is not a UUID'],
  EUIRequired: ['{field} is required'],
  InvalidEUIFormat: ['{field} is no EUI, which has 16 hex digits and is not all zero'],
  NameRequired: ['{field} is required'],
  FieldTooLong: ['{field} is longer than {limit} characters'],
  FieldOutOfRange: ['{field} is outside {min} to {max}'],
  InvalidEnumValue: ['{field} must be one of: {allowed}'],
  InvalidTags: ['{field} has more than {limit} entries', '{field} has a key or value that is not allowed'],
  InvalidLocation: ['{field} is missing or wrong: latitude and longitude go together, within 90 and 180 degrees'],
  InvalidPageSize: ['{field} is negative; it may be up to {max}'],
  InvalidOrderBy: ['{field} must be one of: {allowed}; then asc or desc'],
  InvalidTimeRange: ['{field} makes no valid range: the end comes after the start, both in the years 2000 to 9999'],
  TimeRangeTooLarge: ['the time range is longer than {limit}'],
  InvalidGranularity: ['{field} must be one of: {allowed}'],
  UpdateMaskInvalid: ['the update mask names {path}, which is unknown or cannot be written'],
  ImmutableField: ['{field} cannot be changed after creation'],
  MutuallyExclusiveFields: ['only one of these may be given: {fields}'],
  ResourceRequired: ['{field} is required'],
  QueryRequired: ['{field} needs at least 2 characters'],
  TooManyItems: ['{field} has more than {limit} items'],
  InvalidKeyFormat: ['{field} is no key, which has 32 hex digits and is not all zero'],
  RateLimited: ['{under_way} operations wait for this base station already, which is the most at once'],
  MethodUnknown: ['{method} is not in this release'],
  RequestTooLarge: ['the request is larger than {limit} bytes'],
  ResponseTooLarge: ['the answer would be larger than {limit} bytes, narrow the request'],
  TooManyStreams: ['{limit} streams are open already, which is the most at once'],
  StreamCursorTooOld: ['the stream cannot resume from so far back; the oldest is {oldest_seq}'],
  InvalidEndPointClass: ['{field} must be one of: {allowed}'],
  InvalidShortAddress: ['{field} is outside {min} to {max}'],
  InvalidTypeEUI: [
    '{field} is another one than that of the document, {spec_type_eui}',
    '{field} is no EUI, which has 16 hex digits and is not all zero',
  ],
  BaseStationOperationRejected: ['the base station refused the operation with error {bssci_code}: {bssci_message}'],
  InvalidDirection: ['{field} must be one of: {allowed}'],
  InvalidExportFormat: ['{field} must be one of: {allowed}'],
  ExportTooLarge: ['the export has {rows} rows and may have {limit}, narrow the range'],
  DownlinkPayloadTooLarge: ['{field} has an entry of more than {limit} bytes'],
  DownlinkInvalidExpiry: ['{field} must be in the future and within {limit}'],
  DownlinkRefTooLong: ['{field} is longer than {limit} bytes'],
  DownlinkEncodingFailed: ['{reason} for {field}: {detail}', '{reason}: {detail}'],
  ULTransmitPayloadTooLarge: ['{field} is longer than {limit} bytes'],
  InvalidCertificateType: ['{field} must be one of: {allowed}'],
  InvalidCertificateFormat: ['{field} must be one of: {allowed}'],
  InvalidValidityPeriod: ['{field} is outside {min} to {max} days', 'the certificate authority ends at {ca_not_after}'],
  InvalidServerName: ['{server_name} is neither a DNS name nor an IP address'],
  InvalidCode: ['{field} has letters a to z, digits and single hyphens between them, 63 at most'],
  RuleInvalid: ['"{pointer}": {reason}'],
  BlueprintInvalid: ['{reason} at "{pointer}", line {line}, column {column}: {detail}'],
  BlueprintTooLarge: ['{field} is longer than {limit} bytes'],
  BlueprintInUse: ['the blueprint is in use: {reason}'],
  InvalidBlueprintVersion: ['{field} has 1 to 32 letters, digits, dots, plus signs and hyphens'],
  DecodePayloadTooLarge: ['{field} is longer than {limit} bytes'],
  InvalidURL: ['{field} is not valid: {reason}'],
  IntegrationConfigRequired: ['{field} is required'],
  IntegrationKindMismatch: ['{field} does not belong to an integration of the kind {kind}'],
  InvalidTopicTemplate: ['{field} is not valid: {reason}'],
  InvalidIntegrationHeader: ['{field}: {header} {reason}'],
  IntegrationTargetNotAllowed: ['{field}: {reason}'],
  InvalidEventFilter: ['{field} may have: {allowed}', '{field} may not have {value} for this kind'],
  SecretRequired: ['{field} is to be given anew for another target'],
  InvalidBrokerURL: ['{field} is not valid: {reason}'],
  InvalidCSR: ['the certificate request is not acceptable: {reason}'],
};

const PLACE = /\{(\w+)\}/g;
/** What a client sent itself comes back in part only. */
const LONGEST_VALUE = 200;

/** The sentence about one fault; `text` is what the catalog says of all of its kind. */
export function sentenceOf(name: FaultName, text: string, about: FaultAbout): string {
  const fitting = sentences[name]?.find(sentence =>
    [...sentence.matchAll(PLACE)].every(([, key]) => key && key in about),
  );
  return fitting?.replace(PLACE, (_, key: string) => cleaned(String(about[key]).slice(0, LONGEST_VALUE))) ?? text;
}
