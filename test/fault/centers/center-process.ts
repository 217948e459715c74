/**
 * An application center in a process of its own: writes down what it gets before it answers, and connects again and again.
 * What it needs comes as JSON on its standard input, whose end is its own.
 */
import { openSync, truncateSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CenterMemory, LeanCenter } from '../../peers/lean-center.ts';
import { arrivalLine, completionLine, JournalReader, sessionLine } from './center-journal.ts';

export interface CenterRequest {
  readonly port: number;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly acEui: string;
  readonly journal: string;
}

const AGAIN_MS = 20;

const { promise: asked, resolve } = Promise.withResolvers<string>();
let text = '';
process.stdin.on('data', chunk => {
  text += String(chunk);
  if (text.endsWith('\n')) resolve(text);
});
process.stdin.on('end', () => process.exit(0));
const request = JSON.parse(await asked) as CenterRequest;
const { journal } = request;

const memory: CenterMemory = { snAcUuid: Buffer.from(request.acEui.repeat(2), 'hex'), snScUuid: undefined, lastSc: 0 };
const reader = new JournalReader(journal);
for (const entry of reader.next()) {
  if (entry.kind === 'session') {
    if (!entry.resumed) memory.lastSc = 0;
    memory.snScUuid = Buffer.from(entry.snScUuid, 'hex');
  } else if (entry.kind === 'arrival') memory.lastSc = Math.min(memory.lastSc, entry.opId);
}
truncateSync(journal, reader.bytes);
const file = openSync(journal, 'a');

for (;;) {
  try {
    const center = await LeanCenter.connect({
      ...request,
      memory,
      begun: (resumed, snScUuid) => writeSync(file, sessionLine(resumed, snScUuid)),
      take: operations => writeSync(file, operations.map(arrivalLine).join('')),
      completed: opIds => writeSync(file, opIds.map(completionLine).join('')),
    });
    await center.closed;
  } catch {
    // The service center is away: it is asked again.
  }
  await sleep(AGAIN_MS);
}
