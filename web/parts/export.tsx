import { useRef, useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { attempt } from './note/attempt.ts';
import { saveFile } from './save-file.ts';

export interface ExportProgress {
  done: number;
  all: number;
}

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** What is filtered, as a file; it can be stopped, and leaves no file then. */
export function ExportMenu<T>({
  file,
  read,
  make,
  exported,
  inWords,
}: {
  /** Its name, without the end. */
  file: string;
  read: (onProgress: (progress: ExportProgress) => void, signal: AbortSignal) => Promise<readonly T[]>;
  make: Readonly<Record<keyof typeof TYPES, (rows: readonly T[]) => string>>;
  /** Says how many there are in it. */
  exported: (count: number) => string;
  inWords: Parameters<typeof attempt>[0];
}) {
  const text = words.value.parts;
  const [progress, setProgress] = useState<ExportProgress | undefined>(undefined);
  const stop = useRef<AbortController | undefined>(undefined);
  const run = async (kind: keyof typeof TYPES) => {
    const stopped = new AbortController();
    stop.current = stopped;
    setProgress({ done: 0, all: 0 });
    await attempt(inWords, async () => {
      const rows = await read(setProgress, stopped.signal);
      if (stopped.signal.aborted) return undefined;
      saveFile(`${file}.${kind}`, TYPES[kind], new TextEncoder().encode(make[kind](rows)));
      return exported(rows.length);
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
