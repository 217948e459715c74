import { type Finding, useBox, useFindings } from '../../data/start.ts';
import type { Tone } from '../../model/states.ts';
import { Bones, Failure } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ticking } from '../../parts/time.tsx';
import { tellFinding } from '../../words/telling.ts';
import { format, words } from '../../words/words.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;
const MOST_TROUBLES = 3;

/** The machine itself, each part in words. */
export function BoxPanel() {
  const text = words.value.box;
  const query = useBox();
  const troubles = (useFindings().value ?? []).filter(({ state }) => state !== 'ok').slice(0, MOST_TROUBLES);
  const { value, fault } = query;
  const until = (at: number | undefined) =>
    at === undefined ? words.value.parts.none : format.value.duration(Math.max(0, at - ticking.value));
  return (
    <Panel title={words.value.start.box} flush>
      {value === undefined && !fault && <Bones rows={3} height={34} />}
      {value === undefined && fault && <Failure title={fault.text} fault={fault} onRetry={query.again} />}
      {value && (
        <ul class="box">
          {troubles.map(trouble => (
            <Trouble key={`${trouble.name} ${trouble.code} ${trouble.text}`} trouble={trouble} />
          ))}
          <Line
            tone={value.failing.length === 0 ? 'ok' : 'error'}
            name={text.services}
            text={
              value.failing.length === 0 ? text.running(value.services) : text.failing(format.value.list(value.failing))
            }
          />
          <Line
            tone={
              (value.serverEndsAt ?? Number.POSITIVE_INFINITY) - ticking.value < SOON_DAYS * DAY_MS ? 'warning' : 'ok'
            }
            name={text.certificate}
            text={text.certificateDays(until(value.serverEndsAt), until(value.authorityEndsAt))}
          />
          {value.startedAt !== undefined && (
            <Line tone="ok" name={text.up} text={format.value.duration(ticking.value - value.startedAt)} />
          )}
        </ul>
      )}
    </Panel>
  );
}

/** What the box finds wrong with itself. */
function Trouble({ trouble }: { trouble: Finding }) {
  const tone = trouble.state === 'fail' ? 'error' : 'warning';
  const { title, text, lang, asItCame } = tellFinding({ ...trouble, daysLeft: trouble.data?.daysLeft });
  return (
    <li class="box-trouble" lang={lang}>
      <Icon name={tone} class={`is-${tone}`} />
      <div>
        <span class="strong">{title}</span>
        {asItCame !== undefined && (
          <span class="meta block" lang="en">
            {asItCame}
          </span>
        )}
        {text !== undefined && <span class="text-2 block">{text}</span>}
      </div>
    </li>
  );
}

const ICONS: Partial<Record<Tone, string>> = { ok: 'done', warning: 'warning', error: 'error' };

function Line({ tone, name, text }: { tone: Tone; name: string; text: string }) {
  return (
    <li class="box-line">
      <Icon name={ICONS[tone] ?? 'ring'} class={`is-${tone}`} />
      <span class="strong">{name}</span>
      <span class="text-2">{text}</span>
    </li>
  );
}
