import { createFileRegistry, fromBinary } from '@bufbuild/protobuf';
import { type FileDescriptorSet, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import type protobuf from 'protobufjs';
import type { Codec } from '../call/incoming.ts';
import { readJson } from './json-request.ts';
import {
  finite,
  type JsonForm,
  JsonWriters,
  PLAIN_SCALARS,
  PLAIN_SPECIAL,
  secondsOf,
  signed64,
  stepsOf,
  type Time,
  unsigned64,
  type Write,
} from './json-writer.ts';
import { bounded, boundedSteps, methodName } from './service.ts';

/** A method's codecs, of which this needs the two ends that JSON has not. */
interface BinaryMethod {
  readonly response: protobuf.Type;
  /** The binary codec of the method. */
  proto(bytes: Uint8Array): Codec<Uint8Array>;
}

/** The JSON form of the schema's messages. */
export interface JsonMapping {
  codec(method: string, request: Uint8Array, binary: BinaryMethod): Codec<Uint8Array>;
}

export function parseDescriptors(bytes: Uint8Array): FileDescriptorSet {
  return fromBinary(FileDescriptorSetSchema, bytes);
}

/** A request by way of the binary form, since only that knows the well-known types; an answer as the handler gives it. */
export function jsonMapping(descriptors: Uint8Array): JsonMapping {
  const registry = createFileRegistry(parseDescriptors(descriptors));
  const services = [...registry].filter(type => type.kind === 'service');
  const inputs = new Map(
    services.flatMap(({ typeName, methods: all }) =>
      all.map(({ name, input }) => [methodName(typeName, name), input] as const),
    ),
  );
  const writers = new JsonWriters(PROTOBUF_FORM);
  return {
    codec(name, bytes, { response, proto }) {
      const input = inputs.get(name);
      if (!input) throw new Error(`the descriptors have no method ${name}`);
      return {
        decode() {
          const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
          return proto(readJson(input, text, registry)).decode();
        },
        // A reader of JSON looks at keys: a value that is missing would be taken for one that this release does not know.
        encode: answer => bounded(Buffer.from(writers.of(response)(answer))),
        steps: answer => boundedSteps(stepsOf(writers.of(response), answer)),
      };
    },
  };
}

/** What has no number has a word. */
const real: Write = value => finite(value) || `"${Number(value)}"`;

const NANOS_DIGITS = 9;

/** RFC 3339 in UTC, with as many digits as there are, by threes. */
const timestamp: Write = value => {
  const time = value as Time;
  const date = new Date(secondsOf(time) * 1000);
  if (Number.isNaN(date.getTime())) return '';
  const whole = date.toISOString().slice(0, -'.000Z'.length);
  const nanos = String(time.nanos ?? 0).padStart(NANOS_DIGITS, '0');
  const digits = nanos.replace(/(?:000){1,3}$/, '');
  return digits === '' ? `"${whole}Z"` : `"${whole}.${digits}Z"`;
};

/** ProtoJSON: whole numbers of 64 bits are text. */
const PROTOBUF_FORM: JsonForm = {
  scalars: new Map<string, Write>([
    ...PLAIN_SCALARS,
    ...['int32', 'sint32', 'uint32'].map((type): [string, Write] => [type, finite]),
    ['double', real],
    ['float', value => real(Math.fround(Number(value)))],
    ...['int64', 'sint64', 'sfixed64'].map((type): [string, Write] => [type, value => `"${signed64(value)}"`]),
    ...['uint64', 'fixed64'].map((type): [string, Write] => [type, value => `"${unsigned64(value)}"`]),
  ]),
  special: new Map([...PLAIN_SPECIAL, ['.google.protobuf.Timestamp', timestamp]]),
};
