import { useState } from 'preact/hooks';
import { setQuery } from '../../data/call/address.ts';
import type { BundleKind } from '../../data/onboarding.ts';
import { useServerNames } from '../../data/onboarding.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, TextField } from '../../parts/form/field.tsx';
import { focusMistake } from '../../parts/form/form.ts';
import { Note } from '../../parts/note/note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { makeBundle, recordOf } from './make-bundle.ts';

const PASSPHRASE_LEAST = 8;

export function CertificateStep({ eui, name }: { eui: string; name: string }) {
  const text = words.value.stationAdd;
  const [kind, setKind] = useState<BundleKind>('zip');
  const [passphrase, setPassphrase] = useState('');
  const [request, setRequest] = useState('');
  const names = useServerNames().value;
  const [address, setAddress] = useState<string | undefined>(undefined);
  const dialled = address ?? preferred(names ?? []);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ text: string; todo: string } | undefined>(undefined);
  const passphraseMistake =
    checked && kind === 'p12' && passphrase.length < PASSPHRASE_LEAST ? text.passphraseShort : undefined;
  const requestMistake =
    checked && kind === 'csr' && !/-----BEGIN (NEW )?CERTIFICATE REQUEST-----/.test(request)
      ? text.requestMistake
      : undefined;

  const make = async (form: HTMLElement) => {
    setChecked(true);
    if (kind === 'p12' && passphrase.length < PASSPHRASE_LEAST) return focusMistake(form);
    if (kind === 'csr' && !request.includes('CERTIFICATE REQUEST')) return focusMistake(form);
    setBusy(true);
    setFailure(undefined);
    const failed = await makeBundle({
      eui,
      name,
      kind,
      passphrase,
      request,
      address: dialled,
    });
    setBusy(false);
    if (failed) return setFailure(failed);
    setQuery({ step: '3', name: recordOf(eui)?.name ?? name }, { replace: false });
  };

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void make(event.currentTarget);
      }}
    >
      <Panel
        title={text.steps.certificate}
        class="narrow"
        foot={
          <>
            <Button onClick={() => setQuery({ step: '1' }, { replace: false })}>{text.back}</Button>
            <span class="end">
              <Button kind="primary" type="submit" icon="download" busy={busy ? text.making : undefined}>
                {text.make}
              </Button>
            </span>
          </>
        }
      >
        <div class="form">
          <Choice
            label={text.key}
            value={kind}
            onChange={value => setKind(value as BundleKind)}
            options={[
              { value: 'zip', text: text.zip, help: text.zipHelp },
              { value: 'p12', text: text.p12, help: text.p12Help },
              { value: 'csr', text: text.csr, help: text.csrHelp },
            ]}
          />
          {kind === 'p12' && (
            <TextField
              label={text.passphrase}
              help={text.passphraseHelp}
              mistake={passphraseMistake}
              value={passphrase}
              onInput={setPassphrase}
              autocomplete="new-password"
              mono
            />
          )}
          {kind === 'csr' && (
            <TextField
              label={text.request}
              help={text.requestHelp}
              mistake={requestMistake}
              value={request}
              onInput={setRequest}
              rows={6}
              mono
            />
          )}
          <TextField
            label={text.address}
            help={text.addressHelp}
            value={dialled}
            onInput={setAddress}
            mono
            apiName="server_names"
          />
          {failure && (
            <Note tone="error" boxed alert>
              <b>{text.failedStep}</b> {failure.text} {failure.todo}
            </Note>
          )}
        </div>
      </Panel>
    </form>
  );
}

const LOCAL = /^(localhost|127\.|::1|0\.0\.0\.0)/;

/** How stations in the network find this box: the name in the browser's address, unless that is this machine alone. */
function preferred(names: readonly string[]): string {
  const here = location.hostname.replace(/^\[|\]$/g, '');
  if (!LOCAL.test(here)) return here;
  return names.find(name => !LOCAL.test(name)) ?? here;
}
