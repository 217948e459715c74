import type { BaseStation } from '../../../data/station.ts';
import { msOf } from '../../../model/text/time.ts';
import { CopyButton, LinkButton } from '../../../parts/button.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { format, words } from '../../../words/words.ts';
import { IssuedCertificates } from './issued.tsx';

/** All certificates of a station, and the way to another one. */
export function Certificate({ station }: { station: BaseStation }) {
  return (
    <div class="stack">
      <Newest station={station} />
      <IssuedCertificates station={station} />
    </div>
  );
}

function Newest({ station }: { station: BaseStation }) {
  const { station: text, states, parts } = words.value;
  const until = msOf(station.certificateExpiresAt);
  const issue = new URLSearchParams({ eui: station.bsEui, name: station.name, step: '2' });
  return (
    <Panel
      title={text.issued}
      class="narrow"
      flush
      foot={
        <>
          <span class="text-2">{text.issueHelp}</span>
          <span class="end">
            <LinkButton href={`/stations/add?${issue}`}>{text.issue}</LinkButton>
          </span>
        </>
      }
    >
      <dl class="facts">
        <div>
          <dt>{text.status}</dt>
          <dd>
            {states.certificate[station.certificateStatus as keyof typeof states.certificate] ??
              station.certificateStatus}
          </dd>
        </div>
        <div>
          <dt>{text.validUntil}</dt>
          <dd>{until === undefined ? parts.none : format.value.date(until)}</dd>
        </div>
        {station.certificateFingerprint !== '' && (
          <div>
            <dt>{text.fingerprint}</dt>
            <dd>
              <span class="mono" data-copy="">
                {station.certificateFingerprint}
              </span>
              <CopyButton text={station.certificateFingerprint} what={text.fingerprint} />
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
