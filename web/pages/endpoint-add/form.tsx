import { useRef, useState } from 'preact/hooks';
import { type Fault, faultOf } from '../../data/call/faults.ts';
import { useUnsaved } from '../../data/call/leaving.ts';
import { type Added, addEndpoint } from '../../data/endpoint-add.ts';
import { useModels } from '../../data/endpoints.ts';
import { now } from '../../model/text/clock.ts';
import { compactHex, EUI_DIGITS, grouped, KEY_DIGITS } from '../../model/text/eui.ts';
import { intervalOf, secondsOf, UNITS, type Unit } from '../../model/text/interval.ts';
import type { Labelled } from '../../model/text/qr-text.ts';
import { Button } from '../../parts/button.tsx';
import { Checkbox, SelectField, TextField } from '../../parts/form/field.tsx';
import { focusMistake } from '../../parts/form/form.ts';
import { hexInWords } from '../../parts/form/hex-words.ts';
import { announce } from '../../parts/note/announce.ts';
import { Note } from '../../parts/note/note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { QrReader } from './qr-reader.tsx';

export interface FormStart {
  epEui: string;
  modelId?: string;
  preAttach?: boolean;
  /** How many endpoints were added before with this form. */
  round: number;
}

export function EndpointForm({
  start,
  onAdded,
  onNext,
  lastText,
}: {
  start: FormStart;
  onAdded: (added: Added) => void;
  onNext: (kept: { modelId: string; preAttach: boolean }) => void;
  lastText: (name: string) => string;
}) {
  const text = words.value.endpointAdd;
  const models = useModels().value ?? [];
  const form = useRef<HTMLFormElement>(null);
  const [eui, setEui] = useState(start.epEui);
  const [name, setName] = useState('');
  const [modelId, setModelId] = useState(start.modelId ?? '');
  const [key, setKey] = useState('');
  const [epClass, setClass] = useState<'Z' | 'A'>('Z');
  const [preAttach, setPreAttach] = useState(start.preAttach ?? false);
  const [count, setCount] = useState('');
  const [unit, setUnit] = useState<Unit>('min');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState<'one' | 'next' | undefined>(undefined);
  const [fault, setFault] = useState<Fault | undefined>(undefined);

  useUnsaved(busy === undefined && (eui !== start.epEui || name !== '' || key !== ''));

  const euiMistake = hexInWords(eui, EUI_DIGITS);
  const keyMistake = hexInWords(key, KEY_DIGITS, preAttach);
  const seconds = secondsOf(count, unit);
  const chooseModel = (id: string) => {
    setModelId(id);
    const model = models.find(one => one.id === id);
    if (!model) return;
    if (model.epClass === 'A' || model.epClass === 'Z') setClass(model.epClass);
    if (model.interval > 0) {
      const usual = intervalOf(model.interval);
      setCount(String(usual.count));
      setUnit(usual.unit);
    }
  };
  const fill = (read: Labelled) => {
    if (read.epEui !== '') setEui(grouped(read.epEui));
    if (read.key !== '') setKey(grouped(read.key));
  };
  const send = async (then: 'one' | 'next') => {
    setChecked(true);
    if (euiMistake ?? keyMistake ?? (seconds === undefined ? '' : undefined)) {
      if (form.current) focusMistake(form.current);
      return;
    }
    setBusy(then);
    setFault(undefined);
    try {
      const at = now();
      const made = await addEndpoint({
        epEui: compactHex(eui),
        name: name.trim(),
        deviceModelId: modelId,
        key: compactHex(key),
        epClass,
        preAttach,
        intervalSeconds: seconds ?? 0,
      });
      announce({ text: lastText(made.name), tone: 'ok' });
      if (then === 'next') onNext({ modelId, preAttach });
      else onAdded({ epEui: made.epEui, name: made.name, at });
    } catch (cause) {
      setFault(faultOf(cause));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void send('one');
      }}
    >
      <Panel
        title={text.identity}
        class="narrow"
        end={<QrReader onRead={fill} />}
        foot={
          <span class="end">
            <Button busy={busy === 'next' ? text.adding : undefined} onClick={() => void send('next')}>
              {text.next}
            </Button>
            <Button kind="primary" type="submit" busy={busy === 'one' ? text.adding : undefined}>
              {text.submit}
            </Button>
          </span>
        }
      >
        <div class="form">
          <TextField
            label={text.eui}
            help={text.euiHelp}
            mistake={checked ? euiMistake : undefined}
            value={eui}
            onInput={setEui}
            mono
            required
            apiName="ep_eui"
            placeholder="fca8 4a01 0000 12c0"
          />
          <TextField label={text.name} help={text.nameHelp} value={name} onInput={setName} optional apiName="name" />
          <SelectField
            label={text.model}
            help={text.modelHelp}
            value={modelId}
            onChange={chooseModel}
            apiName="device_model_id"
            options={[
              { value: '', text: text.noModel },
              ...models.map(model => ({ value: model.id, text: `${model.name}, ${model.maker}` })),
            ]}
          />
          <TextField
            label={text.key}
            help={text.keyHelp}
            mistake={checked ? keyMistake : undefined}
            value={key}
            onInput={setKey}
            mono
            apiName={preAttach ? 'nwk_sn_key' : 'nwk_key'}
          />
          <div class="form-row">
            <SelectField
              label={text.class}
              value={epClass}
              onChange={value => setClass(value === 'A' ? 'A' : 'Z')}
              apiName="ep_class"
              options={[
                { value: 'Z', text: text.classZ },
                { value: 'A', text: text.classA },
              ]}
            />
            <div class="interval">
              <TextField
                label={text.interval}
                mistake={checked && seconds === undefined ? text.intervalMistake : undefined}
                type="number"
                min={0}
                value={count}
                onInput={setCount}
                apiName="uplink_interval_seconds"
              />
              <SelectField
                label={text.unit}
                value={unit}
                onChange={value => setUnit(value as Unit)}
                options={UNITS.map(one => ({ value: one, text: text.units[one] }))}
              />
            </div>
          </div>
          <Checkbox checked={preAttach} onChange={checked => setPreAttach(checked)} label={text.preAttach}>
            {text.preAttach}
            <span class="meta choice-help">{text.preAttachHelp}</span>
          </Checkbox>
          {fault && (
            <Note tone="error" boxed alert>
              <b>{fault.text}</b> {fault.todo}
            </Note>
          )}
        </div>
      </Panel>
    </form>
  );
}
