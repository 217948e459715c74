import { useEffect, useMemo, useState } from 'preact/hooks';
import { ALERT_PAGE, type Alert, useAlert, useAlertList, useOpenAlerts, useSilences } from '../../data/alerts.ts';
import { go, query, setQuery } from '../../data/call/address.ts';
import { useRights } from '../../data/call/rights.ts';
import { isAlertId } from '../../model/alerts.ts';
import { SEVERITIES } from '../../model/states.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Bones, Empty, EmptyFilter, Failure } from '../../parts/empty.tsx';
import { Segments } from '../../parts/form/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { format, words } from '../../words/words.ts';
import { type Acting, Acts } from './acts.tsx';
import { openColumns, resolvedColumns } from './columns.tsx';
import { AlertDetail } from './detail.tsx';
import { Silences } from './silences.tsx';

const TABS = ['open', 'resolved', 'silences'] as const;
type TabName = (typeof TABS)[number];
const PATHS: Readonly<Record<TabName, string>> = {
  open: '/alerts',
  resolved: '/alerts/resolved',
  silences: '/alerts/silences',
};

/** What is wrong, and who looks after it. A link in a mail names one alert, which is then open in its list. */
export default function Alerts({ params }: { params: Readonly<Record<string, string>> }) {
  const { alerts: text, pages } = words.value;
  const named = params.tab !== undefined && isAlertId(params.tab) ? params.tab : undefined;
  const linked = useAlert(named);
  const open = useOpenAlerts().value;
  const silences = useSilences();
  const [acting, setActing] = useState<Acting | undefined>(undefined);
  const refuses = useRights();
  // either right is enough
  const reason = refuses('E') && refuses('B');
  const alert = linked.value === 'missing' ? undefined : linked.value;
  const tab = tabOf(params.tab, alert);
  const isUnknown = params.tab !== undefined && named === undefined && tab === 'open';
  return (
    <Page
      title={pages.alerts}
      sentence={open && open.open > 0 ? text.openNow(countsIn(open.counts)) : undefined}
      actions={
        <Button icon="clock" popup="dialog" reason={reason} onClick={() => setActing({ act: 'silence' })}>
          {text.silence}
        </Button>
      }
    >
      <Tabs
        label={pages.alerts}
        current={tab}
        tabs={TABS.map(name => ({
          name,
          text: text.tabs[name],
          href: PATHS[name],
          count: name === 'open' ? (open?.open ?? 0) : name === 'silences' ? (silences.value?.length ?? 0) : 0,
        }))}
      />
      {(linked.value === 'missing' || isUnknown) && (
        <div class="panel">
          <Empty
            icon="unknown"
            title={text.missing}
            text={text.missingText}
            actions={<LinkButton href="/alerts">{text.tables.open}</LinkButton>}
          />
        </div>
      )}
      {tab === 'silences' && <Silences silences={silences} reason={reason} />}
      {tab !== 'silences' && (named === undefined || alert !== undefined || linked.fault !== undefined) && (
        <List key={tab} which={tab} linked={alert} {...{ reason, onAct: setActing }} />
      )}
      {named !== undefined && linked.value === undefined && !linked.fault && <Bones rows={4} />}
      {acting && <Acts acting={acting} onClose={() => setActing(undefined)} />}
    </Page>
  );
}

function tabOf(name: string | undefined, linked: Alert | undefined): TabName {
  if (linked) return linked.status === 'resolved' ? 'resolved' : 'open';
  return TABS.find(tab => tab === name) ?? 'open';
}

/** "2 errors and 1 warning" */
function countsIn(counts: Readonly<Record<(typeof SEVERITIES)[number], number>>): string {
  const { counts: text } = words.value.alerts;
  return format.value.list(SEVERITIES.filter(name => counts[name] > 0).map(name => text[name](counts[name])));
}

function List({
  which,
  linked,
  reason,
  onAct,
}: {
  which: 'open' | 'resolved';
  linked: Alert | undefined;
  reason: string | undefined;
  onAct: (acting: Acting) => void;
}) {
  const { alerts: text, states } = words.value;
  const severity = SEVERITIES.find(name => name === query.value.get('severity')) ?? '';
  const list = useAlertList(which, severity);
  const summary = useOpenAlerts().value;
  const opened = query.value.get('open') ?? linked?.id;
  // what has opened, closed or been taken over elsewhere shows with the next look at the summary
  const news = summary && JSON.stringify([summary.counts, summary.recent.map(({ id, status }) => [id, status])]);
  useEffect(() => {
    // a list that was scrolled on stays where it is
    if (news !== undefined && !list.loading && list.rows.length <= ALERT_PAGE) list.again();
  }, [news, linked?.status]);
  const rows = useMemo(
    () => (linked === undefined || list.rows.some(({ id }) => id === linked.id) ? list.rows : [linked, ...list.rows]),
    [list.rows, linked],
  );
  const toggle = (alert: Alert) => {
    if (opened !== alert.id) return setQuery({ open: alert.id });
    if (linked) return go(which === 'open' ? '/alerts' : '/alerts/resolved', { replace: true });
    setQuery({ open: undefined });
  };
  const current = opened ?? '';
  const columns = useMemo(
    () => (which === 'open' ? openColumns : resolvedColumns)({ opened: current, toggle }),
    [which, current, words.value, linked],
  );
  return (
    <>
      <div class="list-head">
        <Segments
          label={text.severityFilter}
          value={severity}
          options={[
            { value: '', text: text.all },
            ...SEVERITIES.map(name => ({ value: name, text: states.severity[name] })),
          ]}
          onChange={value => setQuery({ severity: value === '' ? undefined : value, open: undefined })}
        />
      </div>
      <div class="panel">
        {rows.length === 0 && list.fault && <Failure title={text.failed} fault={list.fault} onRetry={list.again} />}
        {rows.length === 0 && !list.fault && list.total === undefined && <Bones rows={4} height={40} />}
        {rows.length === 0 && list.total === 0 && !list.old && <Nothing which={which} severity={severity} />}
        {rows.length > 0 && (
          <Table
            name={text.tables[which]}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            total={list.total ?? rows.length}
            onEnd={list.more}
            old={list.old}
            opened={opened}
            detail={alert => <AlertDetail alert={alert} reason={reason} onAct={onAct} />}
          />
        )}
      </div>
    </>
  );
}

function Nothing({ which, severity }: { which: 'open' | 'resolved'; severity: string }) {
  const { alerts: text, states } = words.value;
  if (severity !== '')
    return (
      <EmptyFilter
        title={text.noneSo}
        filter={states.severity[severity as (typeof SEVERITIES)[number]]}
        onClear={() => setQuery({ severity: undefined })}
      />
    );
  return which === 'open' ? (
    <Empty icon="done" title={text.well} text={text.wellText} />
  ) : (
    <Empty icon="bell" title={text.noneOver} />
  );
}
