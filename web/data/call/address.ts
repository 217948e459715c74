// Addresses and pages: links are ordinary links, Back goes back, and what a page shows is in its address.
import { computed, signal } from '@preact/signals';
import { type Match, matchRoute, type PageName } from '../../routes.ts';

const address = signal(here());

export const path = computed(() => address.value.path);
export const query = computed(() => new URLSearchParams(address.value.query));
export const match = computed<Match | undefined>(() => matchRoute(path.value));

/** Loads the page of an address; undefined where it is there already. */
type Prepare = (name: PageName) => Promise<void> | undefined;
let prepare: Prepare = () => undefined;

/** Asked before a page is left: false keeps it. */
export type Guard = (go: () => void) => boolean;
let guard: Guard | undefined;

function here(): { path: string; query: string } {
  return { path: location.pathname, query: location.search };
}

/**
 * Shows the address that the browser stands at, as soon as its page can be drawn. Until then the page before keeps the address that it
 * was drawn for: with the next one it would show something that was never asked of it.
 */
function arrive(toTop: boolean): void {
  const to = here();
  const name = matchRoute(to.path)?.route.name;
  const show = () => {
    if (here().path !== to.path) return;
    const samePage = to.path === address.value.path;
    address.value = here();
    if (toTop && !samePage) scrollTo(0, 0);
  };
  const loading = name && prepare(name);
  if (loading) loading.then(show, show);
  else show();
}

/** Goes to an address of the console; `replace` leaves no step to go back to. */
export function go(to: string, { replace = false } = {}): void {
  const leave = () => {
    guard = undefined;
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    arrive(true);
  };
  const { pathname } = new URL(to, location.origin);
  if (guard && pathname !== address.value.path && !guard(leave)) return;
  leave();
}

/** Changes the query of this address, undefined takes a word away. A page that is being left changes nothing any more. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>, { replace = true } = {}): void {
  if (here().path !== address.value.path) return;
  const next = new URLSearchParams(address.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  go(`${address.value.path}${text === '' ? '' : `?${text}`}`, { replace });
}

/** While a form has changes, leaving asks first. Gives the function that ends this. */
export function guardWith(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}

/** Links of the console are followed without loading it again; pages come by `load`. */
export function followLinks(load: Prepare): void {
  prepare = load;
  addEventListener('popstate', () => {
    const to = here();
    if (guard && to.path !== address.value.path) {
      // the browser has gone already: it comes back for the answer
      history.pushState(null, '', address.value.path + address.value.query);
      go(to.path + to.query);
    } else arrive(false);
  });
  document.addEventListener('click', event => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (link?.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!matchRoute(link.pathname)) return;
    event.preventDefault();
    if (link.href !== location.href) go(link.pathname + link.search);
  });
}
