import { useState } from 'preact/hooks';
import { go } from '../../data/call/address.ts';
import { faultOf } from '../../data/call/faults.ts';
import { useRights } from '../../data/call/rights.ts';
import { createRule, deleteRule, type Rule, replaceRule, switchRule, useRule } from '../../data/rules.ts';
import { ruleForm, ruleWish } from '../../model/rules.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Question } from '../../parts/dialog/dialog.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { Page } from '../../parts/page.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { words } from '../../words/words.ts';
import { Executions } from './executions.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { ruleSentence } from './sentence.ts';
import { StateOf } from './state.tsx';
import { TryYesterday } from './try-yesterday.tsx';

/** One rule, or a new one. */
export default function RulePage({ params }: { params: Readonly<Record<string, string>> }) {
  return params.id === 'add' ? <AddRule /> : <KnownRule id={params.id ?? ''} tab={params.tab} />;
}

function AddRule() {
  const { rules: text, pages } = words.value;
  const reason = useRights()('E');
  return (
    <Page title={text.add} crumb={{ href: '/rules', text: pages.rules, here: text.add }}>
      <RuleEditor
        verb={text.add}
        reason={reason}
        onSave={form =>
          attempt(faultOf, async () => {
            const id = await createRule(ruleWish(form));
            go(`/rules/${id}`, { replace: true });
            return text.added(form.name.trim());
          })
        }
      />
    </Page>
  );
}

function KnownRule({ id, tab }: { id: string; tab: string | undefined }) {
  const { rules: text, pages } = words.value;
  const query = useRule(id);
  const { value, fault } = query;
  if (value !== undefined && value !== 'missing') return <Shown key={id} rule={value} tab={tab} />;
  return (
    <Page title={pages.rule} crumb={{ href: '/rules', text: pages.rules, here: pages.rule }}>
      <div class="panel">
        {value === undefined && !fault && <Bones rows={4} />}
        {value === undefined && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
        {value === 'missing' && (
          <Empty
            icon="rules"
            title={text.missing}
            text={text.missingText}
            actions={<LinkButton href="/rules">{pages.rules}</LinkButton>}
          />
        )}
      </div>
    </Page>
  );
}

function Shown({ rule, tab }: { rule: Rule; tab: string | undefined }) {
  const { rules: text, pages, parts } = words.value;
  const [deleting, setDeleting] = useState(false);
  const [busy, setBusy] = useState(false);
  const reason = useRights()('E');
  const isOn = rule.enabled !== false;
  const current = tab === 'settings' ? 'settings' : 'overview';
  const toggle = () =>
    void attempt(faultOf, async () => {
      await switchRule(rule, !isOn);
      return isOn ? text.switchedOff(rule.name) : text.switchedOn(rule.name);
    });
  const remove = async () => {
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      await deleteRule(rule.id);
      return text.deleted(rule.name);
    });
    setBusy(false);
    if (done) go('/rules', { replace: true });
  };
  return (
    <Page
      title={rule.name}
      crumb={{ href: '/rules', text: pages.rules, here: rule.name }}
      beside={<StateOf rule={rule} />}
      sentence={ruleSentence(rule)}
      actions={
        <>
          <Button kind="quiet" reason={reason} onClick={() => setDeleting(true)}>
            {parts.delete}
          </Button>
          <Button reason={reason} onClick={toggle}>
            {isOn ? text.switchOff : text.switchOn}
          </Button>
        </>
      }
    >
      <Tabs
        label={rule.name}
        current={current}
        tabs={(['overview', 'settings'] as const).map(name => ({
          name,
          text: text.tabs[name],
          href: name === 'overview' ? `/rules/${rule.id}` : `/rules/${rule.id}/settings`,
        }))}
      />
      {current === 'overview' ? (
        <div class="stack">
          <TryYesterday rule={rule} />
          <Executions rule={rule} />
        </div>
      ) : (
        <RuleEditor
          verb={text.save}
          reason={reason}
          before={rule}
          begin={ruleForm(rule)}
          onSave={(form, before) =>
            attempt(faultOf, async () => {
              // the version that was edited, not one that came meanwhile
              await replaceRule(before ?? rule, ruleWish(form, before ?? rule));
              return parts.saved;
            })
          }
        />
      )}
      {deleting && (
        <Question
          title={text.deleteTitle(rule.name)}
          text={text.deleteText}
          verb={parts.delete}
          busy={busy ? parts.deleting : undefined}
          onCancel={() => setDeleting(false)}
          onConfirm={() => void remove()}
        />
      )}
    </Page>
  );
}
