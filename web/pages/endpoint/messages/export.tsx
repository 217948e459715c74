import type { MessageFilter } from '../../../data/endpoint.ts';
import { faultOf } from '../../../data/faults.ts';
import { messagesAsCsv, messagesAsJson, readMessages } from '../../../data/message-export.ts';
import { fileNameOf } from '../../../model/onboarding.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { words } from '../../../words/words.ts';

/** What is filtered, as a file. */
export function Export({ epEui, name, filter }: { epEui: string; name: string; filter: MessageFilter }) {
  return (
    <ExportMenu
      file={fileNameOf(name)}
      read={(onProgress, signal) => readMessages(epEui, filter, onProgress, signal)}
      make={{ csv: messagesAsCsv, ndjson: messagesAsJson }}
      inWords={faultOf}
      told={words.value.endpointRadio.exported}
    />
  );
}
