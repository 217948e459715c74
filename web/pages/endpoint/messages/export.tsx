import { faultOf } from '../../../data/call/faults.ts';
import type { MessageFilter } from '../../../data/endpoint.ts';
import { messagesAsCsv, messagesAsJson, readMessages } from '../../../data/message-export.ts';
import { fileNameOf } from '../../../model/onboarding.ts';
import { ExportMenu } from '../../../parts/export.tsx';
import { words } from '../../../words/words.ts';

const FILES = { csv: messagesAsCsv, ndjson: messagesAsJson } as const;

/** The messages of an endpoint that a filter holds for, as a file. */
export function Export({ epEui, name, filter }: { epEui: string; name: string; filter: MessageFilter }) {
  return (
    <ExportMenu
      file={fileNameOf(name)}
      read={(onProgress, signal) => readMessages(epEui, filter, onProgress, signal)}
      make={FILES}
      exported={words.value.endpointRadio.exported}
      inWords={faultOf}
    />
  );
}
