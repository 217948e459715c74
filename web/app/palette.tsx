import { useEffect, useId, useState } from 'preact/hooks';
import { go } from '../data/call/address.ts';
import { client } from '../data/call/client.ts';
import { useQuery } from '../data/call/query.ts';
import { grouped } from '../model/text/eui.ts';
import { useModal } from '../parts/dialog/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { ROUTES } from '../routes.ts';
import { words } from '../words/words.ts';

interface Hit {
  href: string;
  icon: string;
  text: string;
  note: string;
}

const TYPED_MS = 200;
const MOST = 6;

/** Jumps to a page, a station or an endpoint by what is typed. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const modal = useModal(onClose);
  const id = useId();
  const { title, box, results, none } = words.value.search;
  const hits = [...pagesFor(text), ...useFound(useSettled(text.trim()))];
  const chosen = Math.min(at, hits.length - 1);
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    go(hit.href);
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(hits[chosen]);
    else if (step !== undefined && hits.length > 0) setAt((chosen + step + hits.length) % hits.length);
    else return;
    event.preventDefault();
  };
  return (
    <dialog class="dialog palette" aria-label={title} ref={modal.ref} onCancel={modal.onCancel}>
      <div class="palette-box">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={box}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          placeholder={box}
          value={text}
          data-autofocus
          autocomplete="off"
          onInput={event => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={key}
        />
      </div>
      <div class="palette-hits" id={id} role="listbox" aria-label={results}>
        {hits.map((hit, place) => (
          <div
            key={hit.href}
            id={`${id}-${place}`}
            class="menu-item"
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            onPointerMove={() => setAt(place)}
            onClick={() => open(hit)}
            onKeyDown={key}
          >
            <Icon name={hit.icon} />
            {hit.text}
            <span class="meta palette-note">{hit.note}</span>
          </div>
        ))}
      </div>
      {hits.length === 0 && <p class="small text-2 palette-none">{none}</p>}
    </dialog>
  );
}

function pagesFor(text: string): Hit[] {
  const { pages, search } = words.value;
  const wanted = text.trim().toLowerCase();
  return ROUTES.filter(({ icon, name }) => icon !== undefined && pages[name].toLowerCase().includes(wanted)).map(
    ({ path, icon = '', name }) => ({ href: path, icon, text: pages[name], note: search.page }),
  );
}

function useFound(text: string): Hit[] {
  const { value } = useQuery(text === '' ? undefined : `search ${text}`, async signal => {
    const [stations, endpoints] = await Promise.all([
      client.listBaseStations({ search: text, pageSize: MOST }, { signal }),
      client.listEndPoints({ search: text, pageSize: MOST }, { signal }),
    ]);
    return [
      ...stations.baseStations.map(({ bsEui, name }) => hit('stations', 'station', bsEui, name)),
      ...endpoints.endpoints.map(({ epEui, name }) => hit('endpoints', 'endpoint', epEui, name)),
    ];
  });
  return value ?? [];
}

function hit(folder: string, icon: string, eui: string, name: string): Hit {
  return { href: `/${folder}/${eui}`, icon, text: name === '' ? grouped(eui) : name, note: grouped(eui) };
}

/** A text that has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
