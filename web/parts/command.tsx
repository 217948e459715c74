import { CopyButton } from './button.tsx';

/** What is typed or written elsewhere, with a button that copies it. */
export function Command({ text, what }: { text: string; what: string }) {
  return (
    <div class="command">
      <pre class="mono curl" data-copy="">
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
