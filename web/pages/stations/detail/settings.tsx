import { useState } from 'preact/hooks';
import { faultOf } from '../../../data/call/faults.ts';
import { useUnsaved } from '../../../data/call/leaving.ts';
import { useRights } from '../../../data/call/rights.ts';
import { type BaseStation, updateStation } from '../../../data/station.ts';
import { showStation } from '../../../data/stations-write.ts';
import { parseTags, tagsAsText } from '../../../model/text/tags.ts';
import { Button } from '../../../parts/button.tsx';
import { TextField } from '../../../parts/form/field.tsx';
import { focusMistake } from '../../../parts/form/form.ts';
import { attempt } from '../../../parts/note/attempt.ts';
import { Panel } from '../../../parts/panel.tsx';
import { words } from '../../../words/words.ts';

export function Settings({ station }: { station: BaseStation }) {
  const { station: text, endpoint, parts } = words.value;
  const [name, setName] = useState(station.name);
  const [description, setDescription] = useState(station.description);
  const [tags, setTags] = useState(tagsAsText(station.tags));
  const [busy, setBusy] = useState(false);
  const reason = useRights()('B');
  const parsed = parseTags(tags);
  useUnsaved(
    name.trim() !== station.name ||
      description !== station.description ||
      (parsed ? tagsAsText(parsed) : tags) !== tagsAsText(station.tags),
  );
  const save = async (form: HTMLElement) => {
    if (!parsed) return focusMistake(form);
    setBusy(true);
    await attempt(faultOf, async () => {
      showStation(await updateStation({ bsEui: station.bsEui, name: name.trim(), description, tags: parsed }));
      return parts.saved;
    });
    setBusy(false);
  };
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <Panel
        title={text.tabs.settings}
        class="narrow"
        foot={
          <span class="end">
            <Button kind="primary" type="submit" busy={busy ? parts.saving : undefined} reason={reason}>
              {parts.save}
            </Button>
          </span>
        }
      >
        <div class="form">
          <TextField label={text.settings.name} value={name} onInput={setName} apiName="name" />
          <TextField
            label={text.settings.description}
            value={description}
            onInput={setDescription}
            apiName="description"
          />
          <TextField
            label={text.settings.tags}
            help={text.settings.tagsHelp}
            mistake={parsed ? undefined : endpoint.settings.tagMistake}
            value={tags}
            onInput={setTags}
            apiName="tags"
          />
        </div>
      </Panel>
    </form>
  );
}
