import { useState } from 'preact/hooks';
import { faultOf } from '../../data/call/faults.ts';
import { type AlertChannels, type MailTest as Tested, testMail } from '../../data/channels.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/form/field.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { Note } from '../../parts/note/note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { format, words } from '../../words/words.ts';

/** To whom mails go, and a test that tells of each step on the way. */
export function MailTest({ email }: { email: AlertChannels['email'] }) {
  const text = words.value.mail;
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Tested | undefined>(undefined);
  const send = async () => {
    setBusy(true);
    setDone(undefined);
    await attempt(faultOf, async () => {
      setDone(await testMail(to.trim()));
      return undefined;
    });
    setBusy(false);
  };
  return (
    <Panel title={text.title}>
      <div class="stack">
        <p>{text.goes(format.value.list(email.to), email.from ?? '', email.host ?? '')}</p>
        <form
          class="mail-test"
          noValidate
          onSubmit={event => {
            event.preventDefault();
            if (!busy) void send();
          }}
        >
          <TextField label={text.to} value={to} onInput={setTo} type="email" help={text.toHelp} optional />
          <div>
            <Button kind="primary" type="submit" busy={busy ? text.sending : undefined}>
              {text.send}
            </Button>
          </div>
        </form>
        {done && <Outcome done={done} />}
      </div>
    </Panel>
  );
}

function Outcome({ done }: { done: Tested }) {
  const text = words.value.mail;
  return (
    <>
      <Note tone={done.ok ? 'ok' : 'error'} boxed>
        {done.ok ? text.arrived : text.failed}
      </Note>
      <Timeline
        label={text.steps}
        items={done.steps.map(({ name, ok, detail }) => ({
          ...{ key: name, icon: ok ? 'done' : 'error', tone: ok ? ('ok' as const) : ('error' as const) },
          ...{ title: text.step[name], time: '' },
          text: <span lang="en">{detail}</span>,
        }))}
      />
      <details class="small">
        <summary>{text.dialogue}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard */}
        <pre class="mono report" lang="en" tabIndex={0}>
          {done.dialogue.join('\n')}
        </pre>
      </details>
    </>
  );
}
