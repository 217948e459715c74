import { useRights } from '../../data/call/rights.ts';
import { addressOf, type Integration, kindOf, useIntegrations } from '../../data/integrations.ts';
import { KIND_ICONS } from '../../model/integration/integration-kinds.ts';
import { integrationRank } from '../../model/integration/integration-states.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { format, words } from '../../words/words.ts';
import { StateOf } from './state.tsx';

/** To where data goes, what each target takes and what waits. Those in trouble come first. */
export default function Integrations() {
  const { integrations: text, pages } = words.value;
  const query = useIntegrations();
  const { value, fault } = query;
  const reason = useRights()('I');
  const on = value?.filter(({ enabled }) => enabled !== false) ?? [];
  const shown = [...(value ?? [])].sort(
    (a, b) => integrationRank(a.state) - integrationRank(b.state) || a.name.localeCompare(b.name),
  );
  return (
    <Page
      title={pages.integrations}
      sentence={
        value && value.length > 0
          ? text.sentence(on.length, on.filter(({ queued }) => Number(queued) > 0).length)
          : undefined
      }
      actions={
        <LinkButton kind="primary" icon="plus" href="/integrations/add" class="head-action" reason={reason}>
          <span>{text.add}</span>
        </LinkButton>
      }
    >
      {(!value || value.length === 0) && (
        <div class="panel">
          {!value && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
          {!value && !fault && <Bones rows={4} height={52} />}
          {value?.length === 0 && (
            <Empty
              icon="integrations"
              title={text.emptyTitle}
              text={text.emptyText}
              actions={
                <LinkButton icon="plus" href="/integrations/add" reason={reason}>
                  {text.add}
                </LinkButton>
              }
            />
          )}
        </div>
      )}
      {shown.length > 0 && (
        <ul class="target-cards" aria-label={pages.integrations}>
          {shown.map(integration => (
            <Card key={integration.id} integration={integration} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function Card({ integration }: { integration: Integration }) {
  const { integrations: text } = words.value;
  const { number, duration } = format.value;
  const kind = kindOf(integration);
  const { id, name, state, delivered, queued, parked, behindSeconds, lastError } = integration;
  return (
    <li class="panel target-card">
      <div class="target-head">
        <span class="target-icon">
          <Icon name={KIND_ICONS[kind]} />
        </span>
        <div class="target-name">
          <a class="strong" href={`/integrations/${id}`}>
            {name}
          </a>
          <span class="small text-2">{text.kinds[kind]}</span>
        </div>
        <StateOf state={state} />
      </div>
      <div class="mono target-address">{addressOf(integration)}</div>
      {lastError !== '' && (
        <p class="small is-error target-error" lang="en">
          {lastError}
        </p>
      )}
      <dl class="target-figures">
        <Figure name={text.delivered} value={number(Number(delivered))} />
        {Number(queued) > 0 && <Figure name={text.waiting} value={number(Number(queued))} />}
        <Figure name={text.behind} value={duration(Number(behindSeconds) * 1000)} />
        {Number(parked) > 0 && <Figure name={text.parked} value={number(Number(parked))} />}
      </dl>
    </li>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
