import { useEffect, useRef, useState } from 'preact/hooks';
import { faultOf } from '../../data/call/faults.ts';
import { type Fired, type Outcome, type Rule, tryOnYesterday } from '../../data/rules.ts';
import { Button } from '../../parts/button.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table/table.tsx';
import { Ago, ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';
import { valuesInWords } from './sentence.ts';

/** What the rule would have done about what was received since yesterday. */
export function TryYesterday({ rule }: { rule: Rule }) {
  const { rules: text } = words.value;
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const stopped = stop.current;
    return () => stopped.abort();
  }, []);
  useEffect(() => setOutcome(undefined), [rule.version]);
  const run = async () => {
    setBusy(true);
    await attempt(faultOf, async () => {
      setOutcome(await tryOnYesterday(rule, stop.current.signal));
      return undefined;
    });
    setBusy(false);
  };
  const endpoints = new Set(outcome?.fired.map(({ epEui }) => epEui)).size;
  return (
    <Panel
      title={text.tryTitle}
      end={
        <Button size="compact" icon="play" busy={busy ? text.trying : undefined} onClick={() => void run()}>
          {text.try}
        </Button>
      }
      flush
    >
      <div class="panel-body small text-2">
        {outcome === undefined && <p>{text.tryText}</p>}
        {outcome !== undefined && (
          <p role="status">
            {outcome.asked === 0 ? (
              text.nothingToTry
            ) : (
              <>
                <b class="strong">{text.tried(outcome.fired.length, endpoints)}</b>{' '}
                {text.askedAbout(outcome.asked, format.value.moment(outcome.since, ticking.value))} {text.tryNote}
              </>
            )}
          </p>
        )}
      </div>
      {outcome && outcome.fired.length > 0 && (
        <Table
          name={text.wouldTable}
          columns={columns()}
          rows={outcome.fired}
          keyOf={({ at, epEui }) => `${epEui} ${at}`}
        />
      )}
    </Panel>
  );
}

function columns(): Column<Fired>[] {
  const { wouldColumns: heads } = words.value.rules;
  return [
    { name: 'time', head: heads.time, width: 116, card: 'state', cell: ({ at }) => <Ago at={at} style="exact" /> },
    {
      name: 'endpoint',
      head: heads.endpoint,
      width: 220,
      cut: true,
      card: 'name',
      cell: ({ epEui, name }) =>
        epEui === '' ? (
          name
        ) : (
          <a class="name" href={`/endpoints/${epEui}`}>
            {name}
          </a>
        ),
    },
    { name: 'values', head: heads.values, width: 220, card: 'start', cell: ({ values }) => valuesInWords(values) },
    {
      name: 'does',
      head: heads.does,
      cell: ({ actions }) => actions.map(({ kind, title, error }) => error ?? title ?? kind).join(', '),
    },
  ];
}
