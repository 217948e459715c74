import { useRef, useState } from 'preact/hooks';
import { type Fault, faultOf } from '../../../data/call/faults.ts';
import { useRights } from '../../../data/call/rights.ts';
import { newRequestId, sendDownlink } from '../../../data/downlinks.ts';
import type { EndPoint } from '../../../data/endpoint.ts';
import { useBlueprint } from '../../../data/message.ts';
import { layoutsOf } from '../../../model/blueprint.ts';
import { bytesOf, isBytes, MOST_BYTES } from '../../../model/downlink-form.ts';
import { now } from '../../../model/text/clock.ts';
import { msOf } from '../../../model/text/time.ts';
import { Button } from '../../../parts/button.tsx';
import { Segments } from '../../../parts/form/field.tsx';
import { focusMistake } from '../../../parts/form/form.ts';
import { announce } from '../../../parts/note/announce.ts';
import { Note } from '../../../parts/note/note.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { format, words } from '../../../words/words.ts';
import { ByBlueprint, type Filled } from './by-blueprint.tsx';
import { Options, type OptionValues, START, VALID_MS } from './options.tsx';
import { RawBytes } from './raw-bytes.tsx';

/** By the blueprint where it has downlinks, else bytes; what is sent is shown before it goes. */
export function DownlinkForm({ endpoint }: { endpoint: EndPoint }) {
  const text = words.value.downlinks;
  const right = useRights()('E');
  const reason = endpoint.bidi ? right : text.onlyUplink;
  const form = useRef<HTMLFormElement>(null);
  const blueprint = useBlueprint(endpoint.effectiveBlueprintId).value;
  const layouts = blueprint ? layoutsOf(blueprint.specJson, 'downlink') : [];
  const [way, setWay] = useState<'blueprint' | 'raw'>('blueprint');
  const [filled, setFilled] = useState<Filled>({ format: undefined, object: {}, ready: false });
  const [hex, setHex] = useState('');
  const [rawFormat, setRawFormat] = useState('0');
  const [options, setOptions] = useState<OptionValues>(START);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | undefined>(undefined);
  const [round, setRound] = useState(0);
  const requestId = useRef(newRequestId());
  const raw = way === 'raw' || layouts.length === 0;
  const isReady = raw ? isBytes(hex) && bytesOf(hex).length <= MOST_BYTES : filled.ready;

  const send = async () => {
    setChecked(true);
    if (!isReady) {
      if (form.current) focusMistake(form.current);
      return;
    }
    setBusy(true);
    setFault(undefined);
    try {
      await sendDownlink({
        epEui: endpoint.epEui,
        content: raw ? { bytes: bytesOf(hex) } : { object: filled.object },
        format: raw ? Number(rawFormat) : (filled.format ?? 0),
        prio: Number(options.priority) || 0,
        expiresAt: now() + VALID_MS[options.valid],
        responseExp: options.response,
        receptionReport: options.report,
        ref: options.reference.trim(),
        requestId: requestId.current,
      });
      announce({ text: text.sent, tone: 'ok' });
      // the next press is another downlink
      requestId.current = newRequestId();
      setHex('');
      setChecked(false);
      setRound(round + 1);
    } catch (cause) {
      setFault(faultOf(cause));
    }
    setBusy(false);
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={text.send}
      class="downlink-form"
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      <Panel title={text.send}>
        <div class="form">
          {layouts.length > 0 && (
            <Segments
              label={text.way}
              value={raw ? 'raw' : 'blueprint'}
              options={[
                { value: 'blueprint', text: text.byBlueprint },
                { value: 'raw', text: text.raw },
              ]}
              onChange={next => setWay(next === 'raw' ? 'raw' : 'blueprint')}
            />
          )}
          {raw ? (
            <RawBytes hex={hex} onHex={setHex} format={rawFormat} onFormat={setRawFormat} checked={checked} />
          ) : (
            <ByBlueprint
              key={round}
              blueprintId={endpoint.effectiveBlueprintId}
              layouts={layouts}
              checked={checked}
              onChange={setFilled}
            />
          )}
          <Options values={options} onChange={setOptions} />
          {fault && (
            <Note tone="error" boxed alert>
              <b>{fault.text}</b> {fault.todo}
            </Note>
          )}
          <div class="downlink-send">
            <span class="small text-2">{nextText(endpoint)}</span>
            <Button kind="primary" type="submit" icon="send" busy={busy ? text.sending : undefined} reason={reason}>
              {text.submit}
            </Button>
          </div>
        </div>
      </Panel>
    </form>
  );
}

/** When it goes out, where the endpoint's interval tells. */
function nextText(endpoint: EndPoint): string {
  const { next, nextAbout, onlyUplink } = words.value.downlinks;
  if (!endpoint.bidi) return onlyUplink;
  const last = msOf(endpoint.lastSeenAt);
  const interval = endpoint.uplinkIntervalSeconds * 1000;
  if (last === undefined || interval === 0 || last + interval < now()) return next;
  return nextAbout(format.value.time(last + interval));
}
