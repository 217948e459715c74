import { useRights } from '../../data/call/rights.ts';
import { type Rule, useRules } from '../../data/rules.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';
import { ruleSentence } from './sentence.ts';
import { StateOf } from './state.tsx';

export default function Rules() {
  const { rules: text, pages } = words.value;
  const query = useRules();
  const { value, fault } = query;
  const reason = useRights()('E');
  const add = (kind: 'primary' | 'secondary') => (
    <LinkButton kind={kind} icon="plus" href="/rules/add" class="head-action" reason={reason}>
      <span>{text.add}</span>
    </LinkButton>
  );
  return (
    <Page
      title={pages.rules}
      sentence={value && value.length > 0 ? text.count(value.length) : undefined}
      actions={add('primary')}
    >
      <div class="panel wide-names">
        {!value && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
        {!value && !fault && <Bones rows={3} height={52} />}
        {value?.length === 0 && (
          <Empty icon="rules" title={text.emptyTitle} text={text.emptyText} actions={add('secondary')} />
        )}
        {value && value.length > 0 && (
          <Table name={pages.rules} columns={columns()} rows={value} keyOf={({ id }) => id} twoLine />
        )}
      </div>
    </Page>
  );
}

function columns(): Column<Rule>[] {
  const { rules: text } = words.value;
  return [
    {
      name: 'name',
      head: text.columns.what,
      card: 'name',
      cell: rule => (
        <>
          <a class="name" href={`/rules/${rule.id}`}>
            {rule.name}
          </a>
          <span class="under plain">{ruleSentence(rule)}</span>
        </>
      ),
    },
    { name: 'state', head: text.columns.state, width: 190, card: 'start', cell: rule => <StateOf rule={rule} /> },
    {
      name: 'fired',
      head: text.columns.fired,
      width: 140,
      end: true,
      card: 'end',
      label: text.columns.fired,
      cell: ({ lastTriggeredAt }) =>
        lastTriggeredAt === undefined ? (
          <span class="text-3">{text.never}</span>
        ) : (
          <Ago at={Date.parse(lastTriggeredAt)} />
        ),
    },
  ];
}
