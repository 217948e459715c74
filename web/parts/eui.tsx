import { grouped } from '../model/text/eui.ts';
import { CopyButton } from './button.tsx';

/** An EUI in fours; with a button that copies it where it is the page's own. */
export function EuiText({ eui, copy }: { eui: string; copy?: string }) {
  return (
    <>
      <span class="mono" data-copy={copy === undefined ? undefined : ''}>
        {grouped(eui)}
      </span>
      {copy !== undefined && <CopyButton text={eui} what={copy} />}
    </>
  );
}
