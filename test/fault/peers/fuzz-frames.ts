import { encode } from '@msgpack/msgpack';
import { bssci } from '../../../src/bssci/operations.ts';
import { attachBlock, cmac } from '../../../src/domain/attach/signature.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import type { OperationTable } from '../../../src/protocol/operations.ts';
import { scaci } from '../../../src/scaci/operations.ts';
import { writeExactly } from '../../peers/exact-json.ts';
import { type Fields, frame } from '../../peers/raw-peer.ts';

/** Numbers in [0, 1). */
export type Random = () => number;

/** One side of a protocol, as the fuzzer speaks it. */
export interface Dialect {
  readonly identifier: string;
  readonly table: OperationTable;
  /** A whole request or answer of every kind that may have an effect. */
  valid(choice: Choice, opId: number): Fields;
  /** @param fresh of a session that begins anew */
  con(choice: Choice, fresh?: boolean): Fields;
  /** How answers to what the service center starts are called, where that is irregular. */
  readonly answers: Readonly<Record<string, string>>;
  /** Whether messages may be JSON too. */
  readonly json: boolean;
}

/** Draws from what there is; the same seed draws the same. */
export class Choice {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  chance(part: number): boolean {
    return this.#random() < part;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}

const T0 = 1_767_225_600_123_456_789n;
const NWK_KEY = Buffer.alloc(16, 1);
const flags = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };

/** Values at and beyond every border that a field may have. */
const BORDERS: readonly unknown[] = [
  ...[
    0,
    -0,
    1,
    -1,
    127,
    128,
    255,
    256,
    -128,
    -129,
    65_535,
    65_536,
    2 ** 24 - 1,
    2 ** 24,
    2 ** 31,
    2 ** 32 - 1,
    2 ** 32,
  ],
  ...[2 ** 53 - 1, 2 ** 53, -(2 ** 53), 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, -(2n ** 63n), -1n, 0n, 5n],
  ...[0.5, 1.5, -0.5, 1e308, -1e308, 5e-324, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ...['', 'sent', 'expired', 'x'.repeat(300), 'a\u0000b\u001b[2J', '\u202e\u200bx', '\ud800', '1.0.0', '__proto__'],
  ...[
    true,
    false,
    null,
    undefined,
    [],
    {},
    [[]],
    [[], []],
    [1, 2, 3],
    [-1, 256],
    [1.5],
    Array(200).fill(7),
    Array(201).fill(7),
  ],
  ...[Array(16).fill(-128), Array(4).fill(255), new Uint8Array(16), new Uint8Array(4), new Uint8Array(201)],
  ...[{ snr: [1], rssi: [1], frequency: [1] }, { snr: [1], rssi: [1, 2], frequency: [] }, { snr: Array(1025).fill(1) }],
  ...[[0, 0, 0], [91, 181, 0], [48.1, 11.5, 500], [Number.NaN, 0, 0], { __proto__: null, constructor: 1, toString: 2 }],
];

export function bssciDialect(bsEui: string, endpoints: readonly string[]): Dialect {
  const radio = { rxTime: T0, snr: 9.5, rssi: -101.25 };
  const sub = { subpackets: { snr: [1, 2], rssi: [-1, -2], frequency: [868e6, 868.1e6], phase: [1, 2] } };
  const eui = (choice: Choice) => BigInt(`0x${choice.chance(0.9) ? choice.pick(endpoints) : 'fe00000000ffffff'}`);
  const makes: Readonly<Record<string, (choice: Choice) => Fields>> = {
    ping: () => ({}),
    ulData: choice => {
      const dlOpen = choice.chance(0.3);
      const said = { packetCnt: choice.below(5000), userData: [...choice.bytes(choice.below(201))] };
      const more = choice.chance(0.3)
        ? { ...sub, rxDuration: 5n, eqSnr: 0, profile: 'eu1', mode: 'ulp', format: 192 }
        : {};
      const rxTime = choice.chance(0.2) ? BigInt(choice.below(1e9)) * 10n ** 9n + 1n : T0;
      return {
        ...radio,
        epEui: eui(choice),
        ...said,
        rxTime,
        dlOpen,
        responseExp: dlOpen,
        dlAck: choice.chance(0.2),
        ...more,
      };
    },
    'vm.ulData': choice => ({
      ...{
        macType: choice.below(4),
        userData: [...choice.bytes(choice.below(60))],
        trxTime: 5n,
        sysTime: T0,
        snr: 1,
        rssi: -1,
      },
      ...{ freqOff: 868e6, carrSpace: choice.below(4), pattGrp: 0, pattNum: 3, crc: [1, 2] },
    }),
    att: choice => {
      const epEui = choice.pick(endpoints) as Eui;
      const attachCnt = choice.below(50);
      const sign = [...cmac(NWK_KEY, attachBlock(epEui, attachCnt)).subarray(0, 4)];
      return { ...radio, epEui: BigInt(`0x${epEui}`), attachCnt, nonce: [1, 2, 3, choice.below(4)], sign, ...flags };
    },
    det: choice => ({ ...radio, epEui: eui(choice), packetCnt: choice.below(5000), sign: [1, 2, 3, 4] }),
    dlDataRes: choice => {
      const result = choice.pick(['sent', 'expired', 'invalid']);
      return {
        epEui: eui(choice),
        queId: BigInt(choice.below(200)),
        result,
        txTime: T0,
        packetCnt: choice.below(5000),
      };
    },
    dlRxStat: choice => ({ epEui: eui(choice), rxTime: T0, packetCnt: 1, dlRxSnr: 3, dlRxRssi: -90 }),
  };
  return {
    identifier: 'MIOTYB01',
    table: bssci,
    answers: {},
    json: false,
    valid: validOf(makes),
    con: (choice, fresh = false) => ({
      ...{ command: 'con', opId: 0, version: '1.0.0', bsEui: BigInt(`0x${bsEui}`), bidi: choice.chance(0.8), info: '' },
      ...{
        vendor: 'fuzz',
        geoLocation: [48, 11, choice.below(100)],
        snBsUuid: fresh ? [...choice.bytes(16)] : Array(16).fill(choice.below(3)),
      },
      ...(!fresh && choice.chance(0.2) && { snBsOpId: choice.below(40), snScOpId: -choice.below(40) }),
    }),
  };
}

export function scaciDialect(acEui: string, endpoints: readonly string[]): Dialect {
  const eui = (choice: Choice) => BigInt(`0x${choice.chance(0.9) ? choice.pick(endpoints) : 'fe00000000fffffe'}`);
  const key = [...NWK_KEY];
  const makes: Readonly<Record<string, (choice: Choice) => Fields>> = {
    ping: () => ({}),
    status: () => ({}),
    reg: choice => ({
      ...{ epEui: eui(choice), bidi: choice.chance(0.8), preAttach: choice.chance(0.5), nwkKey: key, ...flags },
      ...{ shAddr: choice.below(65_536), attachCnt: choice.below(3), packetCnt: choice.below(9) },
    }),
    dereg: choice => ({ epEui: eui(choice) }),
    ulDataTx: choice => ({
      ...{ epEui: eui(choice), nwkSnKey: key, shAddr: 1, packetCnt: choice.below(100) },
      userData: [...choice.bytes(choice.below(201))],
    }),
    dlDataQue: choice => {
      const cntDepend = choice.chance(0.3);
      const userData = Array.from({ length: cntDepend ? choice.below(6) + 1 : 1 }, () => [
        ...choice.bytes(choice.below(99)),
      ]);
      const counters = cntDepend && { packetCnt: userData.map((_, i) => i + choice.below(5000)) };
      const more = choice.chance(0.3)
        ? { prio: 1.5, responseExp: true, expOnly: true, dlRxStatQry: true, format: 1 }
        : {};
      return { epEui: eui(choice), queId: BigInt(choice.below(1e6)), cntDepend, ...counters, userData, ...more };
    },
    dlDataRev: choice => ({ epEui: eui(choice), packetCnt: choice.below(5000) }),
  };
  return {
    identifier: 'MIOTYA01',
    table: scaci,
    answers: { dlDataRes: 'txDataResRsp' },
    json: true,
    valid: validOf(makes),
    con: (choice, fresh = false) => ({
      ...{ command: 'con', opId: 0, version: '1.0.0', acEui: BigInt(`0x${acEui}`), vendor: 'fuzz', info: { a: 1 } },
      snAcUuid: fresh ? [...choice.bytes(16)] : Array(16).fill(1 + choice.below(3)),
      ...(!fresh && choice.chance(0.3) && { snAcOpId: choice.below(40), snScOpId: -choice.below(40) }),
    }),
  };
}

function validOf(makes: Readonly<Record<string, (choice: Choice) => Fields>>) {
  const names = Object.keys(makes);
  return (choice: Choice, opId: number): Fields => {
    const command = choice.pick(names);
    return { command, opId, ...makes[command]?.(choice) };
  };
}

/** What a frame is and what it consists of. */
export interface Shot {
  readonly kind: string;
  readonly bytes: Buffer;
  /** It takes the next id. */
  readonly used?: boolean;
  /** Nothing behind it can be understood. */
  readonly last?: boolean;
}

/** Makes the frames of one connection. */
export class Frames {
  readonly #dialect: Dialect;
  readonly #choice: Choice;
  readonly #commands: readonly string[];
  readonly #keys: readonly string[];

  constructor(dialect: Dialect, choice: Choice) {
    this.#dialect = dialect;
    this.#choice = choice;
    const { table } = dialect;
    const named = Object.entries(table).flatMap(([name, { names }]) => [
      name,
      names?.rsp ?? `${name}Rsp`,
      names?.cmp ?? `${name}Cmp`,
    ]);
    this.#commands = [...named, 'error', 'errorAck', 'rc.dir', 'vm.', '', '__proto__', 'x'.repeat(300)];
    this.#keys = [
      ...new Set(Object.values(table).flatMap(({ req, rsp }) => [...req.names, ...rsp.names])),
      'extra',
      'rc',
    ];
  }

  /** @param waiting a message of the service center that could be answered */
  next(opId: number, waiting: Fields | undefined): Shot {
    const choice = this.#choice;
    if (waiting && choice.chance(0.6)) return this.#answer(waiting);
    const kind = choice.below(100);
    const message = this.#dialect.valid(choice, opId);
    if (this.#dialect.json && choice.chance(0.15)) return { ...this.#json(message), used: true };
    if (kind < 44) return { ...this.#shot('valid', message), used: true };
    if (kind < 70) return { ...this.#shot('field', this.#changed(message)), used: true };
    if (kind < 72) return this.#shot('wrong id', { ...message, opId: choice.pick(BORDERS) });
    if (kind < 77) return this.#shot('wrong phase', this.#any(opId));
    if (kind < 87) return { ...this.#shot('width', widened(message)), used: true };
    if (kind < 91) return this.#bent(message);
    if (kind < 96) return { kind: 'duplicate keys', bytes: this.#framed(this.#twice(message)), used: true };
    if (kind < 98) return this.#shape();
    return { kind: 'noise', bytes: this.#framed(choice.bytes(1 + choice.below(200))) };
  }

  /** A connect, as it should be or not. */
  con(wrong: boolean): Shot {
    const con = this.#dialect.con(this.#choice);
    return this.#shot(wrong ? 'wrong con' : 'con', wrong ? this.#changed(con) : con);
  }

  /** The connect of a session that begins anew. */
  fresh(): Buffer {
    return this.message(this.#dialect.con(this.#choice, true));
  }

  message(fields: Fields): Buffer {
    return this.#framed(written(fields));
  }

  #shot(kind: string, fields: Fields): Shot {
    return { kind, bytes: this.message(fields) };
  }

  #answer({ command, opId }: Fields): Shot {
    const choice = this.#choice;
    const name = String(command);
    if (/Rsp$/.test(name)) {
      const completion = name.replace(/Rsp$/, 'Cmp');
      return this.#shot('completion', { command: choice.chance(0.9) ? completion : choice.pick(this.#commands), opId });
    }
    if (choice.chance(0.25)) {
      const code = choice.chance(0.5) ? choice.pick([1, 2, 5, 11, 22, 95, 11n, 95n]) : choice.pick(BORDERS);
      return this.#shot('error', {
        command: 'error',
        opId,
        code,
        message: choice.chance(0.9) ? 'no' : choice.pick(BORDERS),
      });
    }
    const about = { code: 0, message: 'ok', time: T0, uptime: 5n, temp: 40, cpuLoad: 5.6, macTypes: [1] };
    const answer = { command: this.#dialect.answers[name] ?? `${name}Rsp`, opId, ...about };
    return this.#shot('answer', choice.chance(0.8) ? answer : this.#changed(answer));
  }

  /** One to three fields with another value, without one, or one that nobody knows. */
  #changed(message: Fields): Fields {
    const choice = this.#choice;
    const changed = { ...message };
    for (let i = choice.below(3); i >= 0; i--) {
      const own = Object.keys(message).filter(name => name !== 'command' && name !== 'opId');
      const name = choice.chance(0.8) && own.length > 0 ? choice.pick(own) : choice.pick(this.#keys);
      changed[name] = choice.pick(BORDERS);
      if (changed[name] === undefined) delete changed[name];
    }
    return changed;
  }

  #any(opId: number): Fields {
    const choice = this.#choice;
    const id = choice.pick([opId, 0, 1, -1, -2, -3, -choice.below(100), choice.below(100)]);
    const fields: Fields = { command: choice.pick(this.#commands), opId: id };
    for (let i = choice.below(6); i > 0; i--) fields[choice.pick(this.#keys)] = choice.pick(BORDERS);
    return fields;
  }

  /** Bits of a whole frame turned, its end cut off, or its length a lie. */
  #bent(message: Fields): Shot {
    const choice = this.#choice;
    const whole = this.message(message);
    switch (choice.below(5)) {
      case 0:
        for (let i = choice.below(4); i >= 0; i--) {
          const at = 12 + choice.below(whole.length - 12);
          whole[at] = (whole[at] ?? 0) ^ (1 << choice.below(8));
        }
        return { kind: 'bits', bytes: whole };
      case 1:
        return { kind: 'cut payload', bytes: this.#framed(whole.subarray(12, 12 + choice.below(whole.length - 12))) };
      case 2:
        return { kind: 'cut frame', last: true, bytes: whole.subarray(0, choice.below(whole.length)) };
      case 3:
        whole.writeUInt32LE(choice.pick([0, 1, 0xffff_ffff, 0x7fff_ffff, 1_048_577, 65_537, whole.length - 11]), 8);
        return { kind: 'length', last: true, bytes: whole };
      default:
        whole[choice.below(12)] = choice.below(256);
        return { kind: 'header', last: true, bytes: whole };
    }
  }

  /** The map once more with some of its keys behind it. */
  #twice(message: Fields): Buffer {
    const pairs = [...Object.entries(message), [this.#choice.pick(this.#keys), this.#choice.pick(BORDERS)] as const];
    const again = pairs.filter(() => this.#choice.chance(0.5));
    const all = [...Object.entries(message), ...again];
    const head = Buffer.from([0xde, 0, all.length]);
    return Buffer.concat([head, ...all.flatMap(([name, value]) => [written(name), written(value)])]);
  }

  /** A message as a JSON text, or what is nearly one. */
  #json(message: Fields): Shot {
    const choice = this.#choice;
    const text = Buffer.from(writeExactly(choice.chance(0.5) ? message : this.#changed(message)));
    switch (choice.below(6)) {
      case 0:
        text[choice.below(text.length)] = choice.below(256);
        return { kind: 'JSON with a wrong byte', bytes: this.#framed(text) };
      case 1:
        return { kind: 'JSON cut', bytes: this.#framed(text.subarray(0, choice.below(text.length))) };
      case 2: {
        const inside = choice.pick([
          '['.repeat(50_000),
          '{"a":'.repeat(9000),
          '1e999',
          '-0',
          `${'9'.repeat(400)}`,
          '"\\ud800"',
          'nul',
        ]);
        const key = JSON.stringify(choice.pick(this.#keys));
        return {
          kind: 'JSON shape',
          bytes: this.#framed(Buffer.from(`{"command":"ping","opId":${choice.below(99)},${key}:${inside}}`)),
        };
      }
      default:
        return { kind: 'JSON', bytes: this.#framed(text) };
    }
  }

  /** Deep, wide and boundless things inside a message that is otherwise whole. */
  #shape(): Shot {
    const choice = this.#choice;
    const deep = choice.pick([31, 32, 33, 40, 5000]);
    const values = [
      Buffer.concat([Buffer.alloc(deep, 0x91), Buffer.of(1)]),
      Buffer.concat([Buffer.from('81a161'.repeat(deep), 'hex'), Buffer.of(1)]),
      Buffer.from(choice.pick(['dd7fffffff', 'dfffffffff', 'dbffffffff', 'c6ffffffff', 'c9ffffffff07', 'c1']), 'hex'),
      Buffer.from(choice.pick(['d40100', 'c70107ff', 'd8ff', '81019f', '8190c0', '81c0c0', 'c400', 'c0']), 'hex'),
      Buffer.concat([Buffer.from('dd00020000', 'hex'), Buffer.alloc(0x20000, choice.pick([0x01, 0x80, 0x90, 0xa0]))]),
    ];
    const key = written(choice.pick(this.#keys));
    const message = written({ command: choice.pick(['ulData', 'dlDataQue', 'ping']), opId: choice.below(1000) });
    message[0] = 0x83;
    return { kind: 'shape', bytes: this.#framed(Buffer.concat([message, key, choice.pick(values)])) };
  }

  #framed(payload: Uint8Array): Buffer {
    return frame(payload, this.#dialect.identifier);
  }
}

/** Every number in the widest format it has. */
function widened(message: Fields): Fields {
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, Number.isInteger(value) ? BigInt(Number(value)) : value]),
  );
}

function written(value: unknown): Buffer {
  return Buffer.from(encode(value, { useBigInt64: true }));
}
