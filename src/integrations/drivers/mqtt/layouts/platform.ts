import type { Item } from '../../../driver.ts';
import type { Layout, LayoutContext } from '../layout.ts';
import { checkedTopic, level, textOf } from '../topics.ts';

const STATION = /^basestation_(online|offline|status)$/;

/** `{prefix}/{organization}/…`: a topic per endpoint, station and event, with the payloads as they are. */
export function platformLayout({ settings, names }: LayoutContext): Layout {
  const prefix = checkedTopic(settings.topicPrefix, 'topic_prefix');
  const root = `${prefix}/${level(names.organizationId)}`;

  const topicOf = ({ event, epEui, bsEui, payload }: Item): string => {
    const station = STATION.exec(event)?.[1];
    if (station !== undefined) return `${root}/basestation/${level(bsEui)}/event/${station}`;
    if (event === 'event') return `${root}/event/${level(textOf(payload.severity))}`;
    if (event === 'alert') return `${root}/alert/${level(textOf(payload.rule))}`;
    return epEui ? `${root}/device/${epEui}/event/${level(event)}` : `${root}/event/${level(event)}`;
  };

  return {
    publications: item => [{ topic: topicOf(item), payload: item.text(), retain: isKept(item, settings.retain) }],
    statusTopic: statusTopic(prefix, names.scEui),
    commandFilters: [`${root}/device/+/command/down`, `${root}/device/+/command/revoke`],

    command({ topic, body, retained }) {
      if (!topic.startsWith(`${root}/device/`)) return undefined;
      const [epEui = '', word, command, ...more] = topic.slice(root.length + '/device/'.length).split('/');
      const known = command === 'down' || command === 'revoke';
      return word === 'command' && known && more.length === 0 ? { command, epEui, body, retained } : undefined;
    },
  };
}

/** Only what says whether a station is there is worth to be retained (integrations section 2.1). */
export function isKept({ event }: Item, retain: boolean): boolean {
  return retain && (event === 'basestation_online' || event === 'basestation_offline');
}

export function statusTopic(prefix: string, scEui: string): string {
  return `${prefix}/service-center/${scEui}/status`;
}
