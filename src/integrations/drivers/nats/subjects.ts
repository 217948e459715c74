import { createHash } from 'node:crypto';
import { type Eui, parseEui } from '../../../kit/eui.ts';
import type { Item, Names, Stream } from '../../driver.ts';

/** Names of subjects and streams of one service center (integrations section 6). Direction first, so that streams never overlap. */
export interface Subjects {
  /** Where an item is published. */
  of(item: Pick<Item, 'event' | 'epEui' | 'bsEui'>): string;
  /** Everything of this service center, by the place it comes from. */
  readonly own: readonly { readonly stream: Stream; readonly kind: 'UP' | 'EV'; readonly filter: string }[];
  /** All commands for it. */
  readonly commands: string;
  /** The endpoint that a command's subject names; undefined for a subject that is none. */
  endpointOf(subject: string): Eui | undefined;
  /** Every subject of a stream, for those who make it. */
  readonly streams: readonly { readonly name: string; readonly subject: string; readonly kind: 'UP' | 'EV' | 'CMD' }[];
}

/** Events whose places are those of the log. */
const LOG_EVENTS = [
  ...['attach', 'detach', 'downlink_queued', 'downlink_rejected', 'downlink_result'],
  ...['basestation_online', 'basestation_offline', 'basestation_status', 'alert', 'rule'],
] as const;

/** @param prefix tokens of a subject, without wildcards */
export function subjectsOf(
  prefix: string,
  { scEui, organizationId }: Pick<Names, 'scEui' | 'organizationId'>,
): Subjects {
  const start = (kind: 'up' | 'ev' | 'cmd') => `${prefix}.${kind}.${scEui}.${organizationId}`;
  const stream = prefix.toUpperCase().replaceAll('.', '_');
  return {
    of({ event, epEui, bsEui }) {
      if (event === 'up') return `${start('up')}.${epEui ?? '-'}`;
      return `${start('ev')}.${event}.${epEui ?? bsEui ?? '-'}`;
    },
    own: [
      { stream: 'log', kind: 'UP', filter: `${start('up')}.>` },
      ...LOG_EVENTS.map(event => ({ stream: 'log', kind: 'EV', filter: `${start('ev')}.${event}.>` }) as const),
      { stream: 'events', kind: 'EV', filter: `${start('ev')}.event.>` },
    ],
    commands: `${start('cmd')}.>`,
    endpointOf(subject) {
      const rest = subject.startsWith(`${start('cmd')}.`) ? subject.slice(start('cmd').length + 1) : '';
      return parseEui(rest);
    },
    streams: (['UP', 'EV', 'CMD'] as const).map(kind => {
      return { name: `${stream}_${kind}`, subject: `${prefix}.${kind.toLowerCase()}.>`, kind };
    }),
  };
}

/** By what a stream knows a message again. */
export function messageId(by: 'place' | 'telegram', scEui: Eui, item: Item): string {
  const { stream, place, event, epEui, payload, deliveryId } = item;
  // It has no place of its own, and the next one is another.
  if (event === 'test') return `${scEui}-${deliveryId}`;
  if (by === 'telegram' && event === 'up') {
    // Two boxes that hear one telegram publish one message.
    const digest = createHash('sha256').update(String(payload.data)).digest('hex').slice(0, 16);
    return `${epEui}-${String(payload.packetCnt)}-${digest}`;
  }
  return `${scEui}-${stream === 'log' ? 'l' : 'e'}-${place}`;
}
