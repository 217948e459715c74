import { type Event, type Integration, useIntegrationEvents } from '../../../data/integrations.ts';
import { severityLook } from '../../../model/states.ts';
import { msOf } from '../../../model/text/time.ts';
import { Bones, Empty } from '../../../parts/empty.tsx';
import { Facts, type NamedFact } from '../../../parts/facts.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Tile } from '../../../parts/tile.tsx';
import { Ago } from '../../../parts/time.tsx';
import { type Happening, Timeline } from '../../../parts/timeline.tsx';
import { tellEvent } from '../../../words/telling.ts';
import { format, words } from '../../../words/words.ts';
import { Preview } from './preview.tsx';

const EVENTS = 10;

/** Figures of the delivery, the last errors, and what one item looks like. */
export function Overview({ integration }: { integration: Integration }) {
  return (
    <div class="stack">
      <Delivery integration={integration} />
      <div class="split">
        <Preview integration={integration} />
        <Happened id={integration.id} />
      </div>
    </div>
  );
}

function Delivery({ integration }: { integration: Integration }) {
  const { integrations: text } = words.value;
  const { number, duration } = format.value;
  const { id, delivered, queued, behindSeconds, dropped, parked } = integration;
  const facts = factsOf(integration);
  return (
    <section class="stack" aria-label={text.delivery}>
      <div class="tiles five">
        <Tile label={text.delivered} note={text.sinceMade} value={number(Number(delivered))} />
        <Tile label={text.waiting} note={Number(queued) >= 100_000 ? text.upTo : ''} value={number(Number(queued))} />
        <Tile label={text.behind} note={text.oldest} value={duration(Number(behindSeconds) * 1000)} />
        <Tile
          label={text.parked}
          note={text.refused}
          value={number(Number(parked))}
          href={`/integrations/${id}/parked`}
        />
        <Tile label={text.dropped} note={text.tooOld} value={number(Number(dropped))} />
      </div>
      {facts.length > 0 && (
        <div class="panel">
          <Facts facts={facts} />
        </div>
      )}
    </section>
  );
}

function factsOf({ lastSuccessAt, lastError, lastErrorAt, nextAttemptAt }: Integration): NamedFact[] {
  const { integrations: text } = words.value;
  const [success, error, next] = [msOf(lastSuccessAt), msOf(lastErrorAt), msOf(nextAttemptAt)];
  return [
    [text.lastSuccess, success === undefined ? text.never : <Ago key="success" at={success} />],
    ...(lastError === ''
      ? []
      : [
          [
            text.lastError,
            <span key="error">
              <span class="is-error" lang="en">
                {lastError}
              </span>
              {error !== undefined && (
                <span class="meta">
                  {' '}
                  <Ago at={error} />
                </span>
              )}
            </span>,
          ] as const,
        ]),
    ...(next === undefined ? [] : [[text.nextTry, format.value.clock(next)] as const]),
  ];
}

function Happened({ id }: { id: string }) {
  const { integrations: text } = words.value;
  const { value } = useIntegrationEvents(id, EVENTS);
  return (
    <Panel title={text.happened} flush>
      {!value && <Bones rows={3} />}
      {value?.length === 0 && <Empty icon="events" title={text.nothingHappened} />}
      {value && value.length > 0 && (
        <div class="panel-body">
          <Timeline label={text.happened} items={value.map(happeningOf)} />
        </div>
      )}
    </Panel>
  );
}

function happeningOf(event: Event): Happening {
  const { icon, tone } = severityLook(event.severity);
  const { title, text, lang } = tellEvent(event);
  return {
    ...{ key: event.id, icon, tone, title: event.count > 1 ? `${title} (${event.count} ×)` : title },
    ...(text === undefined ? {} : { text }),
    ...(lang === undefined ? {} : { lang }),
    time: <Ago at={msOf(event.timestamp) ?? 0} style="moment" />,
  };
}
