import { query } from '../../data/call/address.ts';
import { isEui } from '../../model/text/eui.ts';
import { Page } from '../../parts/page.tsx';
import { Stepper } from '../../parts/stepper.tsx';
import { words } from '../../words/words.ts';
import { CertificateStep } from './certificate-step.tsx';
import { ConnectStep } from './connect-step.tsx';
import { WhichStep } from './which-step.tsx';

/** Three steps, each an address: Back goes back, and a reload stays where one was. */
export default function StationAdd() {
  const { stationAdd: text, pages } = words.value;
  const eui = query.value.get('eui') ?? '';
  const name = query.value.get('name') ?? '';
  const step = isEui(eui) ? Math.min(3, Math.max(1, Number(query.value.get('step') ?? 1))) : 1;
  return (
    <Page title={text.title} crumb={{ href: '/stations', text: pages.stations, here: text.crumb }}>
      <Stepper steps={[text.steps.which, text.steps.certificate, text.steps.connect]} current={step - 1} />
      {step === 1 && <WhichStep eui={eui} name={name} />}
      {step === 2 && <CertificateStep eui={eui} name={name} />}
      {step === 3 && <ConnectStep eui={eui} name={name} />}
    </Page>
  );
}
