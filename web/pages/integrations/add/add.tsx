import { useRef, useState } from 'preact/hooks';
import { faultOf } from '../../../data/call/faults.ts';
import { useRights } from '../../../data/call/rights.ts';
import {
  createIntegration,
  switchIntegration,
  type TestOutcome,
  testIntegration,
  updateIntegration,
} from '../../../data/integrations.ts';
import {
  type IntegrationForm,
  type Mistakes,
  mistakesOf,
  newForm,
  presetOf,
  wishOf,
} from '../../../model/integration/integration-form.ts';
import { KIND_ICONS, PRESETS, TARGET_KINDS, type TargetKind } from '../../../model/integration/integration-kinds.ts';
import { Button, LinkButton } from '../../../parts/button.tsx';
import { Segments } from '../../../parts/form/field.tsx';
import { focusMistake } from '../../../parts/form/form.ts';
import { TileChoice } from '../../../parts/form/tile-choice.tsx';
import { attempt } from '../../../parts/note/attempt.ts';
import { Page } from '../../../parts/page.tsx';
import { words } from '../../../words/words.ts';
import { FormFields } from '../form.tsx';
import { TestSteps } from '../steps.tsx';

/** What it is called unless another name is typed. */
const nameFor = (kind: TargetKind): string => words.peek().integrations.kinds[kind];
const firstForm = (kind: TargetKind, preset?: string) => newForm(kind, preset, nameFor(kind));

/** It is made switched off, tried, and switched on when it takes what is sent. What is changed then changes the same one. */
export default function AddIntegration() {
  const { integrations: text, pages, parts } = words.value;
  const [form, setForm] = useState<IntegrationForm>(() => firstForm('http'));
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [made, setMade] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome | undefined>(undefined);
  const element = useRef<HTMLFormElement>(null);
  const preset = presetOf(form.kind, form.preset);
  const isDone = outcome?.ok === true;
  const reason = useRights()('I');
  const change = (next: IntegrationForm) => {
    setForm(next);
    if (Object.keys(mistakes).length > 0) setMistakes(mistakesOf(next));
  };
  const begin = (kind: TargetKind, name?: string) => {
    setMistakes({});
    setOutcome(undefined);
    const own = form.name !== nameFor(form.kind) && form.name !== '';
    const next = firstForm(kind, name);
    setForm(own ? { ...next, name: form.name } : next);
  };
  const submit = async () => {
    const found = mistakesOf(form);
    setMistakes(found);
    if (Object.keys(found).length > 0) {
      if (element.current) focusMistake(element.current);
      return;
    }
    setBusy(true);
    setOutcome(undefined);
    await attempt(faultOf, async () => {
      const wish = wishOf(form);
      const id = made ?? (await createIntegration(wish));
      if (made !== undefined) await updateIntegration(made, wish);
      setMade(id);
      const tested = await testIntegration(id);
      setOutcome(tested);
      if (!tested.ok) return undefined;
      await switchIntegration(id, true);
      return text.added(wish.name);
    });
    setBusy(false);
  };
  const switchOn = () =>
    void attempt(faultOf, async () => {
      if (made !== undefined) await switchIntegration(made, true);
      return text.switchedOn(form.name);
    });
  const help = (text.presetHelp as Partial<Record<string, string>>)[form.preset];
  return (
    <Page title={text.add} crumb={{ href: '/integrations', text: pages.integrations, here: text.crumb }}>
      <form
        ref={element}
        class="panel add-target"
        noValidate
        aria-label={text.add}
        onSubmit={event => {
          event.preventDefault();
          if (!busy && reason === undefined) void submit();
        }}
      >
        <div class="panel-body form">
          {made === undefined && (
            <>
              <TileChoice
                label={text.kind}
                value={form.kind}
                options={TARGET_KINDS.map(kind => ({ value: kind, text: text.kinds[kind], icon: KIND_ICONS[kind] }))}
                onChange={kind => begin(kind as TargetKind)}
              />
              <p class="small text-2">{text.kindHelp[form.kind]}</p>
              <div class="field">
                <span class="label" aria-hidden="true">
                  {text.startFrom}
                </span>
                <Segments
                  label={text.startFrom}
                  value={preset.name}
                  options={PRESETS[form.kind].map(({ name }) => ({
                    value: name,
                    text: text.presets[name as keyof typeof text.presets],
                  }))}
                  onChange={name => begin(form.kind, name)}
                />
                {help !== undefined && <span class="help">{help}</span>}
              </div>
            </>
          )}
          {!isDone && <FormFields {...{ form, mistakes }} onChange={change} />}
          {outcome && <TestSteps outcome={outcome} />}
        </div>
        <div class="panel-foot">
          <span class="text-2">{isDone ? text.secretsOnce : text.keptOff}</span>
          <span class="end row-acts">
            {isDone ? (
              <LinkButton kind="primary" href={`/integrations/${made}`}>
                {form.name}
              </LinkButton>
            ) : (
              <>
                {made !== undefined && !busy && <Button onClick={switchOn}>{text.switchOn}</Button>}
                <LinkButton href="/integrations">{made === undefined ? parts.cancel : parts.close}</LinkButton>
                <Button kind="primary" type="submit" busy={busy ? text.testing : undefined} reason={reason}>
                  {made === undefined ? text.addAndTest : text.testAgain}
                </Button>
              </>
            )}
          </span>
        </div>
      </form>
    </Page>
  );
}
