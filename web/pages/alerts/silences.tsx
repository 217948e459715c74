import { endSilence, type Silence } from '../../data/alerts.ts';
import { faultOf } from '../../data/call/faults.ts';
import type { Query } from '../../data/call/query.ts';
import { useStations } from '../../data/stations.ts';
import { EUI_DIGITS, grouped } from '../../model/text/eui.ts';
import { Button } from '../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { type Column, Table } from '../../parts/table/table.tsx';
import { ticking } from '../../parts/time.tsx';
import { ruleTitle } from '../../words/telling.ts';
import { format, words } from '../../words/words.ts';

/** What is not told, until when and why. */
export function Silences({ silences, reason }: { silences: Query<Silence[]>; reason: string | undefined }) {
  const { alerts: text } = words.value;
  const { value, fault } = silences;
  const stations = useStations().value;
  const nameOf = (id: string) =>
    stations?.find(({ bsEui }) => bsEui === id)?.name ?? (id.length === EUI_DIGITS ? grouped(id) : id);
  return (
    <div class="panel wide-names">
      {!value && fault && <Failure title={text.silencesFailed} fault={fault} onRetry={silences.again} />}
      {!value && !fault && <Bones rows={3} height={52} />}
      {value?.length === 0 && <Empty icon="clock" title={text.noSilences} text={text.noSilencesText} />}
      {value && value.length > 0 && (
        <Table
          name={text.tables.silences}
          columns={columns(reason, nameOf)}
          rows={value}
          keyOf={({ id }) => id}
          twoLine
        />
      )}
    </div>
  );
}

type NameOf = (id: string) => string;

function columns(refused: string | undefined, nameOf: NameOf): Column<Silence>[] {
  const { alerts: text } = words.value;
  const end = ({ id }: Silence) =>
    void attempt(faultOf, async () => {
      await endSilence(id);
      return text.ended;
    });
  return [
    {
      name: 'what',
      head: text.columns.what,
      card: 'name',
      cell: silence => (
        <>
          <span class="strong">{aboutOf(silence, nameOf)}</span>
          <span class="under plain">{silence.reason}</span>
        </>
      ),
    },
    {
      name: 'until',
      head: text.columns.until,
      width: 130,
      end: true,
      card: 'start',
      label: text.columns.until,
      cell: ({ until }) => {
        const { moment, full } = format.value;
        const at = Date.parse(until);
        return <span data-tip={full(at)}>{moment(at, ticking.value)}</span>;
      },
    },
    {
      name: 'by',
      head: text.columns.made,
      width: 180,
      gap: true,
      cut: true,
      from: 1024,
      cell: ({ createdBy }) => createdBy,
    },
    {
      name: 'end',
      head: '',
      width: 136,
      end: true,
      card: 'end',
      cell: silence => (
        <Button
          kind="quiet"
          size="compact"
          edge
          name={text.endName(aboutOf(silence, nameOf))}
          reason={refused}
          onClick={() => end(silence)}
        >
          {text.end}
        </Button>
      ),
    },
  ];
}

/** "“Endpoint silent” of fe00 …", "What has the tag floor=2" */
function aboutOf({ sourceId, tag, rule }: Silence, nameOf: NameOf): string {
  const { alerts: text } = words.value;
  const source = sourceId && nameOf(sourceId);
  const tagged = tag && `${tag.key}=${tag.value}`;
  if (rule !== undefined) {
    const about = source ?? (tagged && text.tagged(tagged));
    return about === undefined ? text.ofRule(ruleTitle(rule)) : text.ruleOf(ruleTitle(rule), about);
  }
  if (source !== undefined) return text.ofSource(source);
  return text.ofTag(tagged ?? '');
}
