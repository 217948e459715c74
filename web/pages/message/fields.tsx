import type { Message } from '../../data/message.ts';
import { contentOf } from '../../model/message.ts';
import { Panel } from '../../parts/panel.tsx';
import { ValueText } from '../../parts/value.tsx';
import { words } from '../../words/words.ts';

/** What it was decoded to. */
export function Fields({ message }: { message: Message }) {
  const text = words.value.message;
  const { values } = contentOf(message);
  return (
    <Panel title={text.fields} flush>
      {values.length === 0 && <p class="panel-body small text-2">{text.noFields}</p>}
      {values.length > 0 && (
        <table class="table compact field-table" aria-label={text.fields}>
          <tbody>
            {values.map(value => (
              <tr key={value.key}>
                <th scope="row">{value.label}</th>
                <td class="end">
                  <b class="strong">
                    {typeof value.value === 'boolean' ? value.value ? text.yes : text.no : <ValueText value={value} />}
                  </b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
