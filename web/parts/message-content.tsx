import type { Content } from '../model/message.ts';
import { words } from '../words/words.ts';
import { Icon } from './icon.tsx';
import { valueText } from './value.tsx';

const SHOWN = 3;

/** Values by name; without any, the bytes and why. */
export function MessageContent({ content }: { content: Content }) {
  const { decode } = words.value.states;
  if (content.status === 'failed')
    return (
      <span class="message-failed is-warning" data-tip={content.error}>
        <Icon name="warning" />
        {decode.failed}
        <span class="mono text-2">{content.hex}</span>
      </span>
    );
  if (content.values.length === 0)
    return (
      <span class="mono text-2" data-tip={content.status === 'success' ? undefined : decode[content.status]}>
        {content.hex}
      </span>
    );
  return (
    <span class="named-values">
      {content.values.slice(0, SHOWN).map(value => (
        <span key={value.key}>
          <span class="text-2">{value.label.toLowerCase()}</span> <b>{valueText(value)}</b>
        </span>
      ))}
    </span>
  );
}
