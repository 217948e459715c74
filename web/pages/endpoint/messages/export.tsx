import { useRef, useState } from 'preact/hooks';
import type { MessageFilter } from '../../../data/endpoint.ts';
import { faultOf } from '../../../data/faults.ts';
import { messagesAsCsv, messagesAsJson, type Progress, readMessages } from '../../../data/message-export.ts';
import { fileNameOf } from '../../../model/onboarding.ts';
import { attempt } from '../../../parts/attempt.ts';
import { Button } from '../../../parts/button.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { words } from '../../../words/words.ts';

const KINDS = {
  csv: { type: 'text/csv', make: messagesAsCsv },
  ndjson: { type: 'application/x-ndjson', make: messagesAsJson },
} as const;

/** What is filtered, as a file; it can be stopped, and has then what was read. */
export function Export({ epEui, name, filter }: { epEui: string; name: string; filter: MessageFilter }) {
  const text = words.value.endpointRadio;
  const [progress, setProgress] = useState<Progress | undefined>(undefined);
  const stop = useRef<AbortController | undefined>(undefined);
  const run = async (kind: keyof typeof KINDS) => {
    const { type, make } = KINDS[kind];
    const stopped = new AbortController();
    stop.current = stopped;
    setProgress({ done: 0, all: 0 });
    await attempt(faultOf, async () => {
      const messages = await readMessages(epEui, filter, setProgress, stopped.signal);
      if (stopped.signal.aborted) return undefined;
      saveFile(`${fileNameOf(name)}.${kind}`, type, new TextEncoder().encode(make(messages)));
      return text.exported(messages.length);
    });
    setProgress(undefined);
  };
  if (progress)
    return (
      <>
        <span class="small text-2 number" role="status">
          {text.exporting(progress.done, progress.all)}
        </span>
        <Button
          onClick={() => {
            stop.current?.abort();
            setProgress(undefined);
          }}
        >
          {text.stop}
        </Button>
      </>
    );
  return (
    <Menu
      name={text.export}
      class="button secondary"
      entries={[
        { text: text.exportCsv, icon: 'download', onSelect: () => void run('csv') },
        { text: text.exportJson, icon: 'download', onSelect: () => void run('ndjson') },
      ]}
    >
      <Icon name="download" />
      {text.export}
    </Menu>
  );
}
