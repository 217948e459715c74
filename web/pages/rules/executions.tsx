import { type Execution, type Rule, useExecutions } from '../../data/rules.ts';
import { grouped } from '../../model/text/eui.ts';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { Panel } from '../../parts/panel.tsx';
import { State } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';
import { valuesInWords } from './sentence.ts';

/** When it has fired, by what, and what became of each action. */
export function Executions({ rule }: { rule: Rule }) {
  const { rules: text } = words.value;
  const query = useExecutions(rule.id);
  const { value, fault } = query;
  const shown = value?.executions ?? [];
  return (
    <Panel
      title={text.fired}
      note={value && value.total > shown.length ? text.more(shown.length, value.total) : undefined}
      flush
    >
      {!value && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
      {!value && !fault && <Bones rows={3} />}
      {value && shown.length === 0 && <Empty icon="rules" title={text.notFired} />}
      {shown.length > 0 && <Table name={text.fired} columns={columns()} rows={shown} keyOf={({ id }) => id} />}
    </Panel>
  );
}

function columns(): Column<Execution>[] {
  const { firedColumns: heads } = words.value.rules;
  return [
    {
      name: 'time',
      head: heads.time,
      width: 116,
      card: 'state',
      cell: ({ firedAt }) => <Ago at={Date.parse(firedAt)} style="exact" />,
    },
    {
      name: 'endpoint',
      head: heads.endpoint,
      width: 220,
      card: 'name',
      cell: ({ clientDeviceId }) =>
        clientDeviceId === undefined ? (
          words.value.parts.none
        ) : (
          <a class="name mono" href={`/endpoints/${clientDeviceId}`}>
            {grouped(clientDeviceId)}
          </a>
        ),
    },
    { name: 'values', head: heads.values, width: 220, card: 'start', cell: ({ values }) => valuesInWords(values) },
    { name: 'outcome', head: heads.outcome, card: 'end', cell: ({ actions = [] }) => <Outcomes actions={actions} /> },
  ];
}

function Outcomes({ actions }: { actions: NonNullable<Execution['actions']> }) {
  const { rules: text } = words.value;
  return (
    <span class="chips">
      {actions.map(({ kind, ok, error }, at) => {
        const name = text.actions[kind as keyof typeof text.actions] ?? kind;
        return (
          <span key={at} data-tip={error}>
            <State icon={ok ? 'done' : 'error'} tone={ok ? 'ok' : 'error'}>
              {name}
            </State>
          </span>
        );
      })}
    </span>
  );
}
