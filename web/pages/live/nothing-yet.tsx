import { useStations } from '../../data/stations.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { words } from '../../words/words.ts';

export function NothingYet() {
  const text = words.value.live;
  const online = useStations().value?.filter(({ status }) => status === 'online').length;
  return (
    <Empty
      icon="live"
      title={text.emptyTitle}
      text={online === undefined ? undefined : text.emptyText(online)}
      actions={online === 0 ? <LinkButton href="/stations">{words.value.pages.stations}</LinkButton> : undefined}
    />
  );
}
