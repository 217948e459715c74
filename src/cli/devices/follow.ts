import { once } from 'node:events';
import type { Command } from 'commander';
import type { Eui } from '../../kit/eui.ts';
import { cleaned } from '../../kit/printable.ts';
import { type ResponseJson, withCalls } from '../box.ts';
import type { NamedValue } from '../decoded-values.ts';
import { valuesInWords } from '../decoded-values.ts';
import { settledConfig } from '../settings.ts';
import { clockTime } from '../simulate/downlink-lines.ts';
import { eui } from '../values.ts';

type Message = ResponseJson<'StreamMessages'>;

interface Options {
  endpoint?: readonly Eui[];
  json?: boolean;
}

/** `waystation messages follow` */
export function following(messages: Command): void {
  messages
    .command('follow')
    .description('show messages as they arrive, a line each, until Ctrl-C')
    .option('--endpoint <eui>', 'of this endpoint only; may be given several times', endpoints)
    .option('--json', 'for programs: the JSON of the API, a message a line')
    .addHelpText(
      'after',
      '\nThe service has to run.\n\nExample:\n  $ waystation messages follow --endpoint fe0000000000e101',
    )
    .action(follow);
}

async function follow({ endpoint = [], json = false }: Options, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const enough = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => enough.abort());
  // The reader has seen enough, too.
  process.stdout.on('error', () => enough.abort());
  await withCalls(config, async ({ stream }) => {
    let afterSeq: string | undefined;
    // One that has been open for long is ended by the service, and goes on behind its last message.
    while (!enough.signal.aborted) {
      await stream('StreamMessages', { epEuis: endpoint, afterSeq }, enough.signal, async message => {
        afterSeq = message.seq;
        const line = json ? JSON.stringify(message) : messageLine(message);
        if (!process.stdout.write(`${line}\n`)) {
          await once(process.stdout, 'drain', { signal: enough.signal }).catch(() => undefined);
        }
      });
    }
  });
}

/** `18:47:27  fe0000000000e101 meter  20.3 °C  59.4 %  (#1, -97.0 dBm, 2 stations)` */
export function messageLine(message: Message): string {
  const { epEui, epName, packetCnt, rssi, baseStations, receivedAt } = message;
  const who = epName === '' || epName === epEui ? epEui : `${epEui} ${epName}`;
  const stations = baseStations.length === 1 ? '1 station' : `${baseStations.length} stations`;
  const radio = `(#${packetCnt}, ${rssi.toFixed(1)} dBm, ${stations})`;
  return cleaned(`${clockTime(receivedAt ? Date.parse(receivedAt) : 0)}  ${who}  ${said(message)}  ${radio}`);
}

function said({ decoded, decodedMeta, decodeStatus, userData }: Message): string {
  if (!decoded) {
    const hex = Buffer.from(userData, 'base64').toString('hex');
    return `${hex || 'no user data'}${decodeStatus === 'failed' ? ' does not decode' : ''}`;
  }
  const values = Object.entries(decoded).map(([name, value]): NamedValue => {
    const { unit = '' } = (decodedMeta?.[name] ?? {}) as { unit?: string };
    return { name, unit, value: value as NamedValue['value'] };
  });
  return values.length === 0 ? 'no values' : valuesInWords(values);
}

function endpoints(text: string, before: readonly Eui[] = []): readonly Eui[] {
  return [...before, eui(text)];
}
