import { useState } from 'preact/hooks';
import { setQuery } from '../../data/call/address.ts';
import { compactHex, EUI_DIGITS } from '../../model/text/eui.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/form/field.tsx';
import { focusMistake } from '../../parts/form/form.ts';
import { hexInWords } from '../../parts/form/hex-words.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const NAME_MOST = 128;

export function WhichStep(given: { eui: string; name: string }) {
  const text = words.value.stationAdd;
  const [eui, setEui] = useState(given.eui);
  const [name, setName] = useState(given.name);
  const [checked, setChecked] = useState(false);
  const euiMistake = checked ? hexInWords(eui, EUI_DIGITS) : undefined;
  const nameMistake = name.length > NAME_MOST ? text.tooLong : undefined;
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        setChecked(true);
        if (hexInWords(eui, EUI_DIGITS) ?? nameMistake) return focusMistake(event.currentTarget);
        setQuery({ eui: compactHex(eui), name: name.trim(), step: '2' }, { replace: false });
      }}
    >
      <Panel
        title={text.steps.which}
        class="narrow"
        foot={
          <span class="end">
            <Button kind="primary" type="submit">
              {text.continue}
            </Button>
          </span>
        }
      >
        <div class="form">
          <TextField
            label={text.eui}
            help={text.euiHelp}
            mistake={euiMistake}
            value={eui}
            onInput={setEui}
            onBlur={() => eui !== '' && setChecked(true)}
            mono
            required
            apiName="bs_eui"
            placeholder="70b3 d567 7000 0101"
          />
          <TextField
            label={text.name}
            help={text.nameHelp}
            mistake={nameMistake}
            value={name}
            onInput={setName}
            optional
            apiName="name"
          />
        </div>
      </Panel>
    </form>
  );
}
