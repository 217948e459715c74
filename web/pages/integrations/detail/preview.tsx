import { type Integration, useNewestUplink } from '../../../data/integrations.ts';
import { Bones, Empty } from '../../../parts/empty.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { words } from '../../../words/words.ts';

/** What the target gets, by the newest uplink there is. */
export function Preview({ integration }: { integration: Integration }) {
  const { integrations: text } = words.value;
  const { value } = useNewestUplink(integration);
  return (
    <Panel title={text.preview} note={value === undefined || value === 'none' ? undefined : text.previewText} flush>
      {value === undefined && <Bones rows={4} />}
      {value === 'none' && <Empty icon="live" title={text.noPreview} />}
      {value !== undefined && value !== 'none' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
        <pre class="mono item-preview" tabIndex={0}>
          {value}
        </pre>
      )}
    </Panel>
  );
}
