import {
  finite,
  type JsonForm,
  JsonWriters,
  PLAIN_SCALARS,
  PLAIN_SPECIAL,
  secondsOf,
  signed64,
  type Time,
  unsigned64,
  type Write,
} from '../../rpc/serve/json-writer.ts';

/** A number, or text when JavaScript numbers cannot hold it. */
function long(value: bigint): string {
  const isSafe = value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
  return isSafe ? String(value) : `"${value}"`;
}

/** RFC 3339 in UTC, always with milliseconds. */
const timestamp: Write = value => {
  const time = value as Time;
  const date = new Date(secondsOf(time) * 1000 + Math.floor((time.nanos ?? 0) / 1_000_000));
  return Number.isNaN(date.getTime()) ? '' : `"${date.toISOString()}"`;
};

const FORM: JsonForm = {
  scalars: new Map<string, Write>([
    ...PLAIN_SCALARS,
    ...['double', 'float', 'int32', 'sint32', 'uint32'].map((type): [string, Write] => [type, finite]),
    ...['int64', 'sint64', 'sfixed64'].map((type): [string, Write] => [type, value => long(signed64(value))]),
    ...['uint64', 'fixed64'].map((type): [string, Write] => [type, value => long(unsigned64(value))]),
  ]),
  special: new Map([...PLAIN_SPECIAL, ['.google.protobuf.Timestamp', timestamp]]),
};

/** Writers of the JSON that REST answers. */
export class Writers extends JsonWriters {
  constructor() {
    super(FORM);
  }
}
