import { match } from '../data/call/address.ts';
import { useRelease } from '../data/release.ts';
import { useNewUnknown } from '../data/unknown.ts';
import { Icon } from '../parts/icon.tsx';
import { type Group, ROUTES, type Route } from '../routes.ts';
import { words } from '../words/words.ts';

const GROUPS: readonly Group[] = ['radio', 'meaning', 'delivery', 'trouble', 'system'];

/** The entries by group, in the order of `routes.ts`. */
export function Links({ onGo }: { onGo?: () => void }) {
  const { groups } = words.value;
  const entries = ROUTES.filter(({ icon }) => icon !== undefined);
  return (
    <>
      {entries
        .filter(({ group }) => group === undefined)
        .map(route => (
          <Entry key={route.name} route={route} onGo={onGo} />
        ))}
      {GROUPS.map(group => {
        const inside = entries.filter(route => route.group === group);
        if (inside.length === 0) return null;
        return (
          <div key={group}>
            <div class="nav-group">{groups[group]}</div>
            {inside.map(route => (
              <Entry key={route.name} route={route} onGo={onGo} />
            ))}
          </div>
        );
      })}
    </>
  );
}

function Entry({ route, onGo }: { route: Route; onGo: (() => void) | undefined }) {
  const name = words.value.pages[route.name];
  const here = match.value?.route;
  const current = here?.entry === route.name ? (here.name === route.name ? 'page' : 'true') : undefined;
  return (
    <a class="nav-link" href={route.path} aria-current={current} title={undefined} onClick={onGo}>
      <Icon name={route.icon ?? 'ring'} />
      <span class="nav-word">{name}</span>
      {route.name === 'unknown' && <NewUnknown />}
    </a>
  );
}

/** How many have come since the last visit. */
function NewUnknown() {
  const count = useNewUnknown();
  if (count === 0) return null;
  return (
    <span class="nav-count">
      <span aria-hidden="true">{count}</span>
      <span class="hidden-text">, {words.value.unknown.count(count)}</span>
    </span>
  );
}

/** Which program this is, and in which zone its times are. */
export function Foot({ class: look }: { class: string }) {
  const { value } = useRelease();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <footer class={look}>
      <div>Waystation {value?.version ?? ''}</div>
      <div>{words.value.frame.zone(zone)}</div>
    </footer>
  );
}
