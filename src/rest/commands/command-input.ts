import { LIMITS } from '../../domain/blueprint/codec/limits.ts';
import { flag, number, type WireTime } from '../../rpc/checks.ts';
import { expiry, priority, ref } from '../../rpc/downlinks/downlink-wire.ts';
import { type At, type Check, fields, type Input, type Maybe, optional } from '../../rpc/input.ts';
import type { StructIn } from '../../rpc/schema.gen.ts';
import { MAX_PAYLOAD } from '../../rpc/sending.ts';
import { jsonOf } from '../../rpc/wire.ts';

/** As many names as a layout may have. */
const MAX_VALUES = LIMITS.elements + LIMITS.virtuals;
const MAX_FORMAT = 255;
const HEX = /^([0-9a-f]{2})*$/i;

/** What is sent: bytes, or values for a definition. */
export type Payload =
  | { readonly userData: Uint8Array; readonly command?: undefined }
  | { readonly command: string; readonly values: Readonly<Record<string, unknown>> };

interface WirePayload {
  readonly payload?: Maybe<Uint8Array>;
  readonly payload_hex?: Maybe<string>;
  readonly command?: Maybe<string>;
  readonly command_id?: Maybe<string>;
  readonly parameters?: Maybe<StructIn>;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Exactly one way to say what is sent (clarification R14). @param names those of this request, by how they are called in it */
function payloadOf<N extends keyof WirePayload & string>(
  names: readonly N[],
): Input<Pick<WirePayload, N>, { readonly what: Payload }, N> {
  const [first = 'payload'] = names;
  return {
    names,
    read: (request, at) => ({ what: at.in(first).try(() => read(request, at)) }),
  };

  function read(request: WirePayload, at: At): Payload {
    const { payload, payload_hex, parameters } = request;
    const command = request.command ?? request.command_id;
    const given = names.filter(name => name !== 'parameters' && isGiven(request[name]));
    const [only] = given;
    const field = at.in(only ?? first);
    if (only === undefined) return field.refuse('presence', 'DownlinkPayloadRequired');
    const together = isGiven(command) || !isGiven(parameters) ? given : [...given, 'parameters'];
    if (together.length > 1) {
      return at.in(together[1] ?? '').refuse('format', 'MutuallyExclusiveFields', { fields: together.join(', ') });
    }
    if (isGiven(command)) {
      const names = Object.keys(parameters?.fields ?? {});
      if (names.length > MAX_VALUES) at.in('parameters').refuse('range', 'TooManyItems', { limit: MAX_VALUES });
      return { command: command ?? '', values: parameters ? jsonOf(parameters) : {} };
    }
    if (isGiven(payload_hex) && !HEX.test(payload_hex ?? '')) field.refuse('format', 'MalformedRequest');
    const userData = payload ?? Buffer.from(payload_hex ?? '', 'hex');
    if (userData.length > MAX_PAYLOAD) field.refuse('range', 'DownlinkPayloadTooLarge', { limit: MAX_PAYLOAD });
    return { userData };
  }
}

export const restPayload = payloadOf(['payload', 'payload_hex', 'command', 'parameters']);
export const servicePayload = payloadOf(['payload', 'command_id', 'parameters']);

/** It may be over: a call that comes again is answered again, which only the handler knows. */
const expiresAt: Check<Maybe<WireTime>, number | undefined> = (wire, at) => expiry(wire, at, true);

/** How it is sent. */
const options = {
  format: optional(number(0, MAX_FORMAT, 'DownlinkInvalidFormat')),
  priority,
  confirmed: flag,
  expires_at: expiresAt,
  ref,
  response_prio: flag,
  dl_wind_req: flag,
  exp_only: flag,
  dl_rx_stat_qry: flag,
};
export const restOptions = fields(options);
export type Options = ReturnType<typeof restOptions.read>;

interface WireOptions {
  readonly options?: Maybe<Parameters<typeof restOptions.read>[0]>;
}

export const serviceOptions: Input<WireOptions, Options, 'options'> = {
  names: ['options'],
  read: ({ options: given }, at) => restOptions.read(given ?? {}, at.in('options')),
};
