import type { Incoming } from '../../../commands.ts';
import type { Arrival } from '../connection.ts';
import type { Layout, LayoutContext } from '../layout.ts';
import { checkedTopic, constantValues, filled, objectOf, valuesOf } from '../topics.ts';
import { isKept, statusTopic } from './platform.ts';

const EUI_LEVELS = ['{ep_eui}', '{ep_eui_dashed}'];

/** Topics by templates, with the payloads as they are. */
export function customLayout({ settings, names }: LayoutContext): Layout {
  const constant = constantValues(names, settings.topicPrefix);
  const eventTopic = filled(settings.eventTopic, constant);
  // What the items put in has no empty level and no wildcard.
  checkedTopic(filled(eventTopic, NOTHING), 'event_topic');
  const levels = filled(settings.commandTopic, constant).split('/');
  const at = levels.findIndex(each => EUI_LEVELS.includes(each));
  if (settings.enableCommands) checkedTopic(levels.toSpliced(at, 1, '-').join('/'), 'command_topic');

  return {
    publications: item => [
      { topic: filled(eventTopic, valuesOf(item)), payload: item.text(), retain: isKept(item, settings.retain) },
    ],
    // A broker with fixed topics, as those of clouds, closes the connection at any other.
    statusTopic: settings.eventTopic.includes('{prefix}')
      ? statusTopic(checkedTopic(settings.topicPrefix, 'topic_prefix'), names.scEui)
      : undefined,
    commandFilters: [levels.with(at, '+').join('/')],

    command(arrival) {
      const epEui = euiIn(arrival.topic.split('/'), levels, at);
      return epEui === undefined ? undefined : commandIn(arrival, epEui);
    },
  };
}

const NOTHING = {
  ep_eui: '-',
  ep_eui_dashed: '-',
  ep_name: '-',
  bs_eui: '-',
  event: '-',
  type_eui: '-',
  device_model: '-',
};

function euiIn(topic: readonly string[], levels: readonly string[], at: number): string | undefined {
  const fits = topic.length === levels.length && levels.every((each, index) => index === at || topic[index] === each);
  return fits ? topic[at] : undefined;
}

/** There is one topic for both commands: `{"revoke": {…}}` revokes, as on the subject of NATS. */
function commandIn({ body, retained }: Arrival, epEui: string): Incoming {
  try {
    const { revoke, ...more } = objectOf(JSON.parse(Buffer.from(body).toString()));
    if (revoke !== undefined && Object.keys(more).length === 0)
      return { command: 'revoke', epEui, body: objectOf(revoke), retained };
  } catch {
    // What carries it out says what is wrong with it.
  }
  return { command: 'down', epEui, body, retained };
}
