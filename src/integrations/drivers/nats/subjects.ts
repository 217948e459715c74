import { createHash } from 'node:crypto';
import { type Eui, parseEui } from '../../../kit/eui.ts';
import type { Item, Names, Stream } from '../../driver.ts';

/** Names of subjects and streams of one service center (integrations section 6). Direction first, so that streams never overlap. */
export interface Subjects {
  /** Where an item is published. */
  of(item: Pick<Item, 'event' | 'epEui' | 'bsEui'>): string;
  /** Everything of this service center that is wanted, by the place it comes from. */
  readonly own: readonly { readonly stream: Stream; readonly kind: 'UP' | 'EV'; readonly filter: string }[];
  /** All commands for it. */
  readonly commands: string;
  /** The endpoint that a command's subject names; undefined for a subject that is none. */
  endpointOf(subject: string): Eui | undefined;
  /** Every subject of a stream, for those who make it. */
  readonly streams: readonly { readonly name: string; readonly subject: string; readonly kind: 'UP' | 'EV' | 'CMD' }[];
}

/**
 * @param prefix tokens of a subject, without wildcards
 * @param wanted kinds of items: only what they need must be there
 */
export function subjectsOf(
  prefix: string,
  { scEui, organizationId }: Pick<Names, 'scEui' | 'organizationId'>,
  wanted: readonly string[],
): Subjects {
  const start = (kind: 'up' | 'ev' | 'cmd') => `${prefix}.${kind}.${scEui}.${organizationId}`;
  // What a rule sends to it no filter asks for: without another event it is no reason to want a stream.
  const isForUplinks = wanted.every(event => event === 'up');
  const stream = prefix.toUpperCase().replaceAll('.', '_');
  return {
    of({ event, epEui, bsEui }) {
      // Shows that the way is free that its items go.
      if (event === 'up' || (event === 'test' && isForUplinks)) return `${start('up')}.${epEui ?? '-'}`;
      return `${start('ev')}.${event}.${epEui ?? bsEui ?? '-'}`;
    },
    own: (isForUplinks ? wanted : [...wanted, 'rule']).map(event => {
      if (event === 'up') return { stream: 'log', kind: 'UP', filter: `${start('up')}.>` };
      return { stream: event === 'event' ? 'events' : 'log', kind: 'EV', filter: `${start('ev')}.${event}.>` };
    }),
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
