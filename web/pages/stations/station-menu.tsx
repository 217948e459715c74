import { faultOf } from '../../data/call/faults.ts';
import { useRights } from '../../data/call/rights.ts';
import type { BaseStation } from '../../data/stations.ts';
import { askStatus, ping, setDisabled } from '../../data/stations-write.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu, type MenuEntry } from '../../parts/menu.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { format, words } from '../../words/words.ts';

/** What can be done with one station, in its row and on its page. */
export function StationMenu({
  station,
  onDelete,
  onChangeEui,
  class: look = 'button quiet compact square edge',
}: {
  station: BaseStation;
  onDelete: (station: BaseStation) => void;
  /** Only on the page of a station. */
  onChangeEui?: () => void;
  class?: string;
}) {
  const { parts } = words.value;
  return (
    <Menu
      name={parts.actionsFor(station.name)}
      label={parts.actionsFor(station.name)}
      class={look}
      entries={entriesFor(station, { onDelete, onChangeEui, reason: useRights()('B') })}
    >
      <Icon name="more" />
    </Menu>
  );
}

function entriesFor(
  station: BaseStation,
  {
    onDelete,
    onChangeEui,
    reason,
  }: {
    onDelete: (station: BaseStation) => void;
    onChangeEui: (() => void) | undefined;
    reason: string | undefined;
  },
): MenuEntry[] {
  const text = words.value.stations;
  const { bsEui, name } = station;
  const online: MenuEntry[] = [
    {
      text: text.askStatus,
      icon: 'refresh',
      reason,
      onSelect: () =>
        void attempt(faultOf, async () => {
          await askStatus(bsEui);
          return text.statusAsked(name);
        }),
    },
    {
      text: text.ping,
      icon: 'live',
      reason,
      onSelect: () =>
        void attempt(faultOf, async () => {
          const ms = await ping(bsEui);
          return ms === undefined ? text.noPong(name) : text.pinged(name, `${format.value.number(ms, 0)} ms`);
        }),
    },
  ];
  return [
    ...(station.status === 'online' ? online : []),
    station.disabled
      ? {
          text: text.enable,
          icon: 'play',
          reason,
          onSelect: () =>
            void attempt(faultOf, async () => {
              await setDisabled(bsEui, false);
              return text.enabled(name);
            }),
        }
      : {
          text: text.disable,
          icon: 'disable',
          reason,
          onSelect: () =>
            void attempt(faultOf, async () => {
              await setDisabled(bsEui, true);
              return text.disabled(name);
            }),
        },
    ...(onChangeEui ? [{ text: words.value.parts.changeEui, icon: 'pencil', reason, onSelect: onChangeEui }] : []),
    { kind: 'rule' },
    { text: words.value.parts.delete, icon: 'trash', bad: true, reason, onSelect: () => onDelete(station) },
  ];
}
