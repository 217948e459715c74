import { useEffect, useState } from 'preact/hooks';
import { useOpenAlerts } from '../data/alerts.ts';
import { leaving } from '../data/call/leaving.ts';
import { severityLook } from '../model/states.ts';
import { Button } from '../parts/button.tsx';
import { Question, useModal } from '../parts/dialog/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Toasts } from '../parts/note/toast.tsx';
import { Tooltip } from '../parts/tooltip.tsx';
import { words } from '../words/words.ts';
import { Account, type AccountActs } from './account.tsx';
import { ApiCalls } from './api-calls.tsx';
import { Foot, Links } from './navigation.tsx';
import { AwayNote, OpenNote } from './notes.tsx';
import { Outlet } from './outlet.tsx';
import { Palette } from './palette.tsx';
import { Shortcuts, useShortcuts } from './shortcuts.tsx';

/** Banner, navigation and the page of the address. */
export function Frame() {
  const [open, setOpen] = useState<'menu' | 'search' | 'shortcuts' | 'calls' | undefined>(undefined);
  const close = () => setOpen(undefined);
  const { skip, main } = words.value.frame;
  const account = { onShortcuts: () => setOpen('shortcuts'), onCalls: () => setOpen('calls') };
  useShortcuts({ search: () => setOpen('search'), help: () => setOpen('shortcuts') });
  return (
    <>
      <a class="skip" href="#main">
        {skip}
      </a>
      <Banner onMenu={() => setOpen('menu')} onSearch={() => setOpen('search')} account={account} />
      <AwayNote />
      <OpenNote />
      <div class="columns">
        <div class="side">
          <nav aria-label={main}>
            <Links />
          </nav>
          <Foot class="side-foot" />
        </div>
        <div>
          <main class="main" id="main" tabIndex={-1}>
            <Outlet />
          </main>
          <NarrowFoot />
        </div>
      </div>
      {open === 'menu' && <Drawer onClose={close} account={account} />}
      {open === 'calls' && <ApiCalls onClose={close} />}
      {open === 'search' && <Palette onClose={close} />}
      {open === 'shortcuts' && <Shortcuts onClose={close} />}
      <LeaveQuestion />
      <Toasts />
      <Tooltip />
    </>
  );
}

/** Asks before what was typed is lost. */
function LeaveQuestion() {
  const go = leaving.value;
  const text = words.value.frame;
  if (!go) return null;
  const end = () => {
    leaving.value = undefined;
  };
  return (
    <Question
      title={text.leave}
      text={text.leaveText}
      verb={text.leaveVerb}
      cancel={text.stay}
      onCancel={end}
      onConfirm={() => {
        end();
        go();
      }}
    />
  );
}

/** The foot stands in the navigation where that is wide, and below the page where it is not; it is never there twice. */
function NarrowFoot() {
  const [narrow, setNarrow] = useState(innerWidth < 1024);
  useEffect(() => {
    const look = () => setNarrow(innerWidth < 1024);
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  return narrow ? <Foot class="page-foot" /> : null;
}

function Banner({ onMenu, onSearch, account }: { onMenu: () => void; onSearch: () => void; account: AccountActs }) {
  const { menu, search } = words.value.frame;
  return (
    <header class="banner">
      <Button kind="quiet" class="phone-only menu-open" icon="menu" label={menu} popup="dialog" onClick={onMenu} />
      <a class="brand" href="/">
        <Icon name="logo" class="logo" />
        <span>Waystation</span>
      </a>
      <button type="button" class="search-open" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <Icon name="search" />
        <span>{search}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <div class="banner-end">
        <AlertCount />
        <span class="banner-rule" />
        <Account class="banner-link account-open" {...account} />
      </div>
    </header>
  );
}

function AlertCount() {
  const { value } = useOpenAlerts();
  if (!value) return null;
  const look = value.worst === undefined ? { icon: 'done', tone: 'ok' } : severityLook(value.worst);
  const text = words.value.frame.alerts(value.open);
  return (
    <a class="banner-link alert-count" href="/alerts" aria-label={text}>
      <Icon name={look.icon} class={`is-${look.tone}`} />
      <span class="wide-only">{text}</span>
      <span class="phone-only number">{value.open > 0 ? value.open : ''}</span>
    </a>
  );
}

function Drawer({ onClose, account }: { onClose: () => void; account: AccountActs }) {
  const modal = useModal(onClose);
  const { mainMenu, main } = words.value.frame;
  return (
    <dialog class="drawer" aria-label={mainMenu} ref={modal.ref} onCancel={modal.onCancel}>
      <div class="drawer-head">
        <a class="brand" href="/" onClick={onClose}>
          <Icon name="logo" class="logo" />
          <span>Waystation</span>
        </a>
        <Button kind="quiet" icon="close" label={words.value.parts.close} onClick={onClose} />
      </div>
      <nav aria-label={main}>
        <Links onGo={onClose} />
      </nav>
      <div class="drawer-foot">
        <Account class="nav-link" {...account} />
      </div>
    </dialog>
  );
}
