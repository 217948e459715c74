import { useState } from 'preact/hooks';
import { faultOf } from '../../data/call/faults.ts';
import { useUnsaved } from '../../data/call/leaving.ts';
import { useRights } from '../../data/call/rights.ts';
import { type EndPoint, showEndpoint } from '../../data/endpoint.ts';
import { updateEndpoint, useModels } from '../../data/endpoints.ts';
import { parseTags, tagsAsText } from '../../model/text/tags.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/form/field.tsx';
import { focusMistake } from '../../parts/form/form.ts';
import { attempt } from '../../parts/note/attempt.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { KeysPanel } from './keys-panel.tsx';

export function Settings({ endpoint }: { endpoint: EndPoint }) {
  const { endpoint: text, endpointAdd: add, parts } = words.value;
  const models = useModels().value ?? [];
  const [name, setName] = useState(endpoint.name);
  const [description, setDescription] = useState(endpoint.description);
  const [tags, setTags] = useState(tagsAsText(endpoint.tags));
  const [model, setModel] = useState(endpoint.deviceModelId);
  const [seconds, setSeconds] = useState(String(endpoint.uplinkIntervalSeconds));
  const [busy, setBusy] = useState(false);
  const reason = useRights()('E');
  const parsed = parseTags(tags);
  const interval = /^\d+$/.test(seconds.trim()) ? Number(seconds) : undefined;
  useUnsaved(
    name.trim() !== endpoint.name ||
      description !== endpoint.description ||
      (parsed ? tagsAsText(parsed) : tags) !== tagsAsText(endpoint.tags) ||
      model !== endpoint.deviceModelId ||
      interval !== endpoint.uplinkIntervalSeconds,
  );

  const save = async (form: HTMLElement) => {
    if (!parsed || interval === undefined) return focusMistake(form);
    setBusy(true);
    await attempt(faultOf, async () => {
      const changed = await updateEndpoint(
        {
          epEui: endpoint.epEui,
          name: name.trim(),
          description,
          tags: parsed,
          deviceModelId: model,
          uplinkIntervalSeconds: interval,
        },
        ['name', 'description', 'tags', 'device_model_id', 'uplink_interval_seconds'],
      );
      showEndpoint(changed);
      return parts.saved;
    });
    setBusy(false);
  };
  return (
    <div class="split">
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void save(event.currentTarget);
        }}
      >
        <Panel
          title={text.settings.identity}
          foot={
            <span class="end">
              <Button kind="primary" type="submit" busy={busy ? parts.saving : undefined} reason={reason}>
                {parts.save}
              </Button>
            </span>
          }
        >
          <div class="form">
            <TextField label={add.name} value={name} onInput={setName} apiName="name" />
            <TextField
              label={text.settings.description}
              value={description}
              onInput={setDescription}
              apiName="description"
            />
            <TextField
              label={text.settings.tags}
              help={text.settings.tagsHelp}
              mistake={parsed ? undefined : text.settings.tagMistake}
              value={tags}
              onInput={setTags}
              apiName="tags"
            />
            <SelectField
              label={add.model}
              value={model}
              onChange={setModel}
              apiName="device_model_id"
              options={[
                { value: '', text: add.noModel },
                ...models.map(one => ({ value: one.id, text: `${one.name}, ${one.maker}` })),
              ]}
            />
            <TextField
              label={add.interval}
              help={add.intervalHelp}
              mistake={interval === undefined ? add.intervalMistake : undefined}
              value={seconds}
              onInput={setSeconds}
              unit="s"
              apiName="uplink_interval_seconds"
            />
          </div>
        </Panel>
      </form>
      <KeysPanel endpoint={endpoint} />
    </div>
  );
}
