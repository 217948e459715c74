import t from 'tap';
import type { CenterLine } from '../../src/domain/center/center-records.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { FrameReader } from '../../src/protocol/frame.ts';
import { FrameWriter } from '../../src/protocol/frames.ts';
import { isJson, JsonFrames, readJson } from '../../src/protocol/json.ts';
import { MsgPackReader } from '../../src/protocol/reader.ts';
import { LineMessages } from '../../src/scaci/line-messages.ts';
import { scaci, type UlDataMessage } from '../../src/scaci/operations.ts';
import { IDENTIFIER } from '../../src/scaci/rules.ts';

const EP = 'acde48000000e001' as Eui;

function line(seq: number, stations = 1): CenterLine {
  const receptions = Array.from({ length: stations }, (_, at) => {
    const bsEui = `70b3d59cd${at.toString(16).padStart(7, '0')}` as Eui;
    return { station: at, opId: 1, rxTime: BigInt(seq), snr: 5.5, rssi: -100, bsEui };
  });
  return {
    ...{ kind: 'ulData', seq, epEui: EP, packetCnt: seq, userData: Uint8Array.of(1, 200), format: 3, flags: 0 },
    ...{ receptions, count: stations, storedAt: 0 },
  };
}

/** What frames in one piece of bytes say. */
function read(bytes: Buffer): Record<string, unknown>[] {
  const frames = new FrameReader(IDENTIFIER, 1_048_576);
  frames.push(bytes);
  const messages = [];
  for (let payload = frames.next(); payload; payload = frames.next()) {
    messages.push(isJson(payload) ? readJson(payload) : new MsgPackReader().map(payload));
  }
  return messages;
}

for (const frames of [new FrameWriter(IDENTIFIER), new JsonFrames(IDENTIFIER)]) {
  const name = frames.constructor.name;

  t.test(`a line is encoded once, and never taken for another one: ${name}`, async t => {
    const messages = new LineMessages(frames);
    const first = line(7);
    const message = messages.of(first);
    t.equal(messages.of(first), message);
    const again = line(7, 2);
    t.not(messages.of(again), message, 'the same place with other receptions');
    for (let seq = 8; seq < 5000; seq++) messages.of(line(seq));
    t.match(read(frames.group(-1, [messages.of(first)])), [{ packetCnt: 7, baseStations: [{ snr: 5.5 }] }]);
    t.match(read(frames.group(-1, [messages.of(again)])), [{ packetCnt: 7, baseStations: [{}, {}] }]);
    const long = line(9, 500);
    t.not(messages.of(long), messages.of(long), 'what is long is not remembered');
    t.match(read(frames.group(-1, [messages.of(long)])), [{ opId: -1, packetCnt: 9 }]);
  });

  t.test(`a frame of a group is that of a message by itself: ${name}`, async t => {
    const messages = new LineMessages(frames);
    const lines: CenterLine[] = [
      line(1),
      { kind: 'epStat', seq: 2, storedAt: 0, content: { epEui: EP, epStatus: 'attached', nonce: '01020304' } },
      line(3, 40),
      { kind: 'dlDataRes', seq: 4, storedAt: 0, content: { epEui: EP, queId: '18446744073709551615', result: 'sent' } },
    ];
    const first = -300;
    const group = frames.group(
      first,
      lines.map(each => messages.of(each)),
    );
    const single = read(group).map(({ command, opId, ...fields }) => {
      const type = scaci[command as 'ulData'].req;
      return frames.message(String(command), Number(opId), type, type.read(fields) as UlDataMessage);
    });
    t.equal(Buffer.compare(group, Buffer.concat(single)), 0);
    t.match(read(group), [
      { command: 'ulData', opId: -300, epEui: 0xacde48000000e001n, userData: [1, 200], format: 3, dlOpen: false },
      { command: 'epStat', opId: -301, epStatus: 'attached', nonce: [1, 2, 3, 4] },
      { command: 'ulData', opId: -302, packetCnt: 3 },
      { command: 'dlDataRes', opId: -303, queId: 18446744073709551615n, result: 'sent' },
    ]);
    t.match(read(group)[2], { baseStations: { length: 40 } });
    const bares = frames.bares('ulDataCmp', [-1, -200, -70_000]);
    t.equal(Buffer.compare(bares, Buffer.concat([-1, -200, -70_000].map(id => frames.bare('ulDataCmp', id)))), 0);
  });
}
