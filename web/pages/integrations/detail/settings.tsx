import { useEffect, useRef, useState } from 'preact/hooks';
import { faultOf } from '../../../data/call/faults.ts';
import { configOf, type Integration, kindOf, updateIntegration } from '../../../data/integrations.ts';
import {
  formOf,
  type IntegrationForm,
  type Mistakes,
  mistakesOf,
  wishOf,
} from '../../../model/integration/integration-form.ts';
import type { FieldName } from '../../../model/integration/integration-kinds.ts';
import { Button } from '../../../parts/button.tsx';
import { focusMistake } from '../../../parts/form/form.ts';
import { attempt } from '../../../parts/note/attempt.ts';
import { Panel } from '../../../parts/panel.tsx';
import { words } from '../../../words/words.ts';
import { FormFields } from '../form.tsx';

const SET: Readonly<Partial<Record<FieldName, string>>> = { clientKeyPem: 'clientKeySet' };

/** Everything that can be changed of it. What was typed stays while newer figures come. */
export function Settings({ integration, reason }: { integration: Integration; reason: string | undefined }) {
  const { integrations: text, parts } = words.value;
  const config = configOf(integration);
  const begin = () => formOf(kindOf(integration), integration, config);
  const [form, setForm] = useState<IntegrationForm>(begin);
  const [isChanged, setChanged] = useState(false);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const kept = (name: FieldName) => config[SET[name] ?? `${name}Set`] === true;
  useEffect(() => {
    if (!isChanged) setForm(begin());
  }, [integration.updatedAt?.seconds, integration.updatedAt?.nanos]);
  const submit = async () => {
    const found = mistakesOf(form, kept);
    setMistakes(found);
    if (Object.keys(found).length > 0) {
      if (element.current) focusMistake(element.current);
      return;
    }
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      await updateIntegration(integration.id, wishOf(form));
      return parts.saved;
    });
    setBusy(false);
    if (!done) return;
    // secrets that were typed are set now, and are shown no more
    setForm(old => ({ ...old, values: withoutSecrets(old) }));
    setChanged(false);
  };
  return (
    <form
      ref={element}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!busy && reason === undefined) void submit();
      }}
    >
      <Panel
        title={text.tabs.settings}
        class="narrow"
        foot={
          <>
            <span class="text-2">{text.secretsOnce}</span>
            <span class="end">
              <Button kind="primary" type="submit" busy={busy ? parts.saving : undefined} reason={reason}>
                {parts.save}
              </Button>
            </span>
          </>
        }
      >
        <div class="form">
          <FormFields
            {...{ form, mistakes, kept }}
            onChange={next => {
              setForm(next);
              setChanged(true);
            }}
          />
        </div>
      </Panel>
    </form>
  );
}

function withoutSecrets(form: IntegrationForm): IntegrationForm['values'] {
  const { signingSecret, password, token, creds, clientKeyPem, ...rest } = form.values;
  return rest;
}
