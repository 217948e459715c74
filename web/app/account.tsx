import { chooseOrganization, session, signOut } from '../data/call/session.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu, type MenuEntry } from '../parts/menu.tsx';
import { compactRows } from '../parts/table/density.ts';
import { language, words } from '../words/words.ts';
import {
  chooseCompactRows,
  chooseLanguage,
  chooseSingleKeys,
  chooseTheme,
  singleKeys,
  type Theme,
  theme,
} from './preferences.ts';

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];

/** Of a user of several organizations, each of them. */
function organizations(): MenuEntry[] {
  const { user, organizationId } = session.value ?? {};
  const all = user?.memberships ?? [];
  if (all.length < 2) return [];
  return [
    { kind: 'rule' },
    ...all.map(one => ({
      kind: 'radio' as const,
      text: one.organizationName,
      checked: one.organizationId === organizationId,
      onSelect: () => chooseOrganization(one.organizationId),
    })),
  ];
}

/** What of its menu opens over the page. */
export interface AccountActs {
  onShortcuts: () => void;
  onCalls: () => void;
}

export function Account({ class: look, onShortcuts, onCalls }: AccountActs & { class: string }) {
  const { frame } = words.value;
  const user = session.value?.user;
  const entries: MenuEntry[] = [
    { text: frame.shortcuts, icon: 'keyboard', hint: '?', onSelect: onShortcuts },
    { text: frame.showCalls, icon: 'code', onSelect: onCalls },
    { text: frame.apiReference, icon: 'external', href: '/api/docs' },
    { kind: 'rule' },
    ...THEMES.map(one => ({
      kind: 'radio' as const,
      text: frame[one],
      checked: theme.value === one,
      onSelect: () => chooseTheme(one),
    })),
    { kind: 'rule' },
    ...(['en', 'de'] as const).map(one => ({
      kind: 'radio' as const,
      text: { en: 'English', de: 'Deutsch' }[one],
      checked: language.value === one,
      onSelect: () => void chooseLanguage(one),
    })),
    { kind: 'rule' },
    {
      kind: 'checkbox',
      text: frame.compactRows,
      checked: compactRows.value,
      onSelect: () => chooseCompactRows(!compactRows.value),
    },
    {
      kind: 'checkbox',
      text: frame.singleKeys,
      checked: singleKeys.value,
      onSelect: () => chooseSingleKeys(!singleKeys.value),
    },
    ...organizations(),
    ...(user === undefined
      ? []
      : [{ kind: 'rule' as const }, { text: words.value.signIn.out, icon: 'exit', onSelect: () => void signOut() }]),
  ];
  return (
    <Menu name={frame.account} class={look} entries={entries}>
      <Icon name="account" />
      {frame.account}
      <Icon name="chevron-down" class="small-icon" />
    </Menu>
  );
}
