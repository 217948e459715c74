import { useState } from 'preact/hooks';
import { type Alert, type NewSilence, silence } from '../../data/alerts.ts';
import { faultOf } from '../../data/call/faults.ts';
import { SILENCE_TIMES, type SilenceTime } from '../../model/alerts.ts';
import { now } from '../../model/text/clock.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Choice, SelectField, TextField } from '../../parts/form/field.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { tellAlert } from '../../words/telling.ts';
import { format, words } from '../../words/words.ts';
import { sourceName } from './columns.tsx';

type What = keyof (typeof words.value)['alerts']['whats'];

const TAG = /^\s*([\w.-]+)\s*=\s*(\S.*?)\s*$/;

/** Alerts of a source, a rule or a tag are not told for a while. */
export function SilenceDialog({ alert, onClose }: { alert: Alert | undefined; onClose: () => void }) {
  const { alerts: text, parts } = words.value;
  const whats = whatsOf(alert);
  const [what, setWhat] = useState<What>(whats[0] ?? 'tag');
  const [tag, setTag] = useState('');
  const [time, setTime] = useState<SilenceTime>('4h');
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [, key = '', value = ''] = TAG.exec(tag) ?? [];
  const tagMistake = what === 'tag' && key === '' ? text.tagMistake : undefined;
  const reasonMistake = reason.trim() === '' ? text.reasonMissing : undefined;
  const submit = async () => {
    setChecked(true);
    if (tagMistake !== undefined || reasonMistake !== undefined) return;
    setBusy(true);
    const forMs = SILENCE_TIMES[time];
    const done = await attempt(faultOf, async () => {
      await silence({ ...aboutOf(what, alert, { key, value }), reason: reason.trim(), forMs });
      return text.silenced(format.value.moment(now() + forMs, now()));
    });
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog
      title={text.silenceTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      foot={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy ? parts.saving : undefined}>
            {text.silence}
          </Button>
        </>
      }
    >
      <div class="form">
        <p class="small text-2">{text.silenceText}</p>
        {alert && (
          <Choice
            label={text.what}
            value={what}
            options={whats.map(name => ({ value: name, ...choiceOf(name, alert) }))}
            onChange={next => setWhat(next as What)}
          />
        )}
        {what === 'tag' && (
          <TextField
            label={text.tag}
            help={text.tagHelp}
            mistake={checked ? tagMistake : undefined}
            value={tag}
            onInput={setTag}
            required
            autoFocus={!alert}
          />
        )}
        <SelectField
          label={text.for}
          value={time}
          onChange={next => setTime(next as SilenceTime)}
          options={Object.entries(text.times).map(([name, word]) => ({ value: name, text: word }))}
        />
        <TextField
          label={text.reason}
          help={text.reasonHelp}
          mistake={checked ? reasonMistake : undefined}
          value={reason}
          onInput={setReason}
          required
        />
      </div>
    </Dialog>
  );
}

function whatsOf(alert: Alert | undefined): What[] {
  if (!alert) return ['tag'];
  return alert.sourceId === '' ? ['rule', 'tag'] : ['both', 'source', 'rule', 'tag'];
}

function choiceOf(what: What, alert: Alert): { text: string; help?: string } {
  const { whats } = words.value.alerts;
  if (what === 'source') return { text: whats.source(sourceName(alert)) };
  if (what === 'both') return { text: whats.both, help: `${tellAlert(alert).title}, ${sourceName(alert)}` };
  return { text: whats[what] };
}

function aboutOf(
  what: What,
  alert: Alert | undefined,
  tag: { key: string; value: string },
): Omit<NewSilence, 'reason' | 'forMs'> {
  if (what === 'tag' || !alert) return { tag };
  return {
    ...(what === 'rule' ? {} : { sourceId: alert.sourceId }),
    ...(what === 'source' ? {} : { rule: alert.rule }),
  };
}
