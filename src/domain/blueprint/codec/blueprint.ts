import type { DecodeCode, EncodeReason, Place } from './problems.ts';

export type Direction = 'uplink' | 'downlink';

/** A value as decoded: a whole number beyond ±(2^53−1) is a bigint, a float that is no number is null, bytes are hex. */
export type Value = number | bigint | boolean | string | null;

/** Values of `$calibration.<key>` that an endpoint has in place of the document's own. */
export type Calibration = Readonly<Record<string, number>>;

export interface Warning extends Place {
  readonly code: 'placeholder_type_eui' | 'version_differs' | 'byte_order_without_effect' | 'enum_without_effect';
  readonly detail: string;
}

/** What stands around the bare spec in a file of a registry. What is absent or of another type is undefined. */
export interface Envelope {
  /** Of this version, as the text stands there. */
  readonly id?: string;
  readonly deviceModelId?: string;
  readonly manufacturerName?: string;
  readonly deviceModelName?: string;
  readonly deviceModelCode?: string;
  readonly version?: string;
  /** 16 lower-case hex digits when it can be read, else the text as it stands there. */
  readonly typeEui?: string;
  readonly isDefault?: boolean;
}

export interface Payload {
  readonly direction: Direction;
  readonly format: number;
  readonly payload: Uint8Array;
  readonly calibration?: Calibration;
}

/** What is said about a value beside the value. */
export interface ValueDescription {
  readonly name: string;
  /** The name as JSON text. */
  readonly key: string;
  readonly unit: string;
  readonly label: string;
}

export interface DecodedValues {
  readonly ok: true;
  /** Visible values by name, in the order of the layout. */
  readonly values: ReadonlyMap<string, Value>;
  /** About each of them, in the same order. */
  readonly shown: readonly ValueDescription[];
  /** Left over after the last element: 8 or more are the typical sign of a document older than the firmware. */
  readonly unusedBits: number;
}

export interface NotDecoded {
  readonly ok: false;
  readonly code: DecodeCode;
  /** Names the element and the bit position; never bytes of the payload. */
  readonly detail: string;
}

export type Decoded = DecodedValues | NotDecoded;

/** How full a battery is, by the unit of the value that says so. */
export interface BatteryValue {
  readonly unit: 'percent' | 'volts';
  readonly value: number;
}

/** Whether a payload can be decoded: the code of what fails, else none. */
export interface Judgement {
  readonly code: DecodeCode | '';
  readonly battery: BatteryValue | undefined;
}

/** One element that was read, or one virtual value; hidden ones too. */
export interface TraceLine {
  readonly name: string;
  readonly bitOffset: number;
  /** 0 for a virtual value. */
  readonly bitSize: number;
  /** A decimal integer, for text and bytes their hex digits, for a virtual value nothing. */
  readonly raw: string;
  /** JSON text. */
  readonly value: string;
}

export interface EncodeInput {
  readonly format: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly calibration?: Calibration;
}

export type Encoded =
  | { readonly ok: true; readonly payload: Uint8Array }
  /** `field` is the name of the value; empty where the reason is about no value. */
  | { readonly ok: false; readonly reason: EncodeReason; readonly field: string; readonly detail: string };

export interface SampleFailure extends Place {
  readonly detail: string;
}

/** A value of a downlink, as the document says it. */
export interface DownlinkElement {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly type: 'uint' | 'int' | 'bool' | 'float' | 'enum' | 'string' | 'binary';
  /** Bits. */
  readonly size: number;
  /** It need not be given. */
  readonly hidden: boolean;
  /** Where it is there only under a condition, and where a number is computed: something. */
  readonly condition: object | undefined;
  readonly func: object | undefined;
  readonly scale: number | undefined;
  readonly bias: number | undefined;
  readonly calibration: string | undefined;
  /** What may be given in place of a number. */
  readonly choices: ReadonlyMap<string, string | number | boolean> | undefined;
}

export interface DownlinkLayout {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly encrypted: boolean;
  readonly elements: readonly DownlinkElement[];
}

/** A document that was checked and compiled. */
export interface Blueprint {
  readonly version: string;
  /** 16 lower-case hex digits. */
  readonly typeEui: string;
  /** Whether the Type EUI is one that no device has. */
  readonly placeholder: boolean;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Warning[];
  readonly uplinkFormats: readonly number[];
  readonly downlinkFormats: readonly number[];
  /** What can be encoded. */
  readonly downlinks: readonly DownlinkLayout[];
  /** Names of the visible values of all formats, each once. */
  readonly outputNames: readonly string[];
  /** The bare spec as JSON.parse gives it. */
  readonly spec: unknown;
  readonly envelope?: Envelope;
  /** Never throws, whatever the payload. */
  decode(payload: Payload): Decoded;
  /** The same without the values, except for that of a battery. */
  judge(payload: Payload): Judgement;
  /** The same, with a line for each element that was read, up to the one that failed. */
  trace(payload: Payload): Decoded & { readonly trace: readonly TraceLine[] };
  /** Only for downlink formats. */
  encode(wanted: EncodeInput): Encoded;
  /** The first sample of the document that does not hold. */
  runSamples(): SampleFailure | undefined;
}
