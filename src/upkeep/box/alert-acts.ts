import { ruleNames } from '../../domain/alert/rules.ts';
import type { Silence } from '../../domain/alert/silences.ts';
import type { Store } from '../../domain/domain.ts';
import type { Acting } from '../../domain/event/acting.ts';
import type { OverviewAlert } from '../../domain/notification/overview.ts';
import { fault } from '../../kit/faults/faults.ts';
import { type Clock, type Moment, momentOf } from '../../kit/time/clock.ts';
import type { Channel } from '../../notify/channel.ts';
import { act } from './act.ts';
import { flag, id, listOf, members, optional, text, whole, word } from './input.ts';

/** More than a person reads. */
const MOST_LISTED = 1000;
/** Ten years: it is not to be told ever again. */
const LONGEST_MS = 315_360_000_000;

/** What there is, and what time it was there, by both readings. */
export interface AlertList extends Moment {
  readonly alerts: readonly OverviewAlert[];
}

export interface AlertActsOf {
  readonly clock: Pick<Clock, 'now' | 'credible'>;
  readonly store: Pick<Store, 'read' | 'write' | 'scan'>;
  /** Whose alerts they are beside those of the installation: row id. */
  organization(): number;
  operator(): Acting;
  readonly channels: readonly Channel[];
}

/** What became of a test in one channel. */
export interface ChannelTest {
  readonly channel: string;
  /** Why it failed; null: it did not. */
  readonly failure: string | null;
}

/** Of the alerts their uuids, or ends of them that no two open ones have. */
const acknowledgement = members({ alerts: listOf(id), note: text });

/** The source is an EUI, or what alerts show. */
const newSilence = members({
  rule: optional(word(...ruleNames)),
  sourceId: optional(text),
  tag: optional(members({ key: text, value: text })),
  forMs: whole(1, LONGEST_MS),
  reason: text,
});

/** What commands do about alerts. */
export function alertActs({ clock, store, organization, operator, channels }: AlertActsOf) {
  const uuidOf = async (id: string): Promise<string> => {
    const found = await store.scan.alertOverview.endingWith(id.toLowerCase());
    const [uuid] = found;
    if (uuid === undefined) throw fault('AlertNotFound', { id });
    if (found.length > 1) throw new Error(`several open alerts end with ${id}: name more of it`);
    return uuid;
  };

  return {
    'alerts.list': act(
      members({ all: flag }),
      async ({ all }): Promise<AlertList> => ({
        alerts: await store.scan.alertOverview.list(all, MOST_LISTED),
        ...momentOf(clock),
      }),
    ),

    'alerts.acknowledge': act(acknowledgement, async ({ alerts, note }): Promise<readonly string[]> => {
      // All of them are known before one is changed.
      const uuids = await Promise.all(alerts.map(uuidOf));
      const scope = { org: organization(), installation: true };
      for (const uuid of uuids) await store.write.alerts.acknowledge(uuid, note, scope, operator());
      return uuids;
    }),

    'alerts.silence': act(newSilence, async ({ rule, sourceId, tag, forMs, reason }): Promise<string> => {
      const acting = operator();
      const silence = { org: null, rule, sourceId, tag, until: acting.now + forMs, reason };
      return (await store.write.alerts.silence(silence, acting)).uuid;
    }),

    'alerts.silences': act(members({}), (): Promise<readonly Silence[]> => store.scan.alerts.silences()),

    'alerts.endSilence': act(members({ silence: id }), async ({ silence }): Promise<string> => {
      const known = await store.scan.alerts.silences();
      const meant = known.filter(({ uuid }) => uuid.endsWith(silence.toLowerCase()));
      const [one] = meant;
      if (one === undefined) throw new Error(`there is no silence ${silence}`);
      if (meant.length > 1) throw new Error(`several silences end with ${silence}: name more of it`);
      await store.write.alerts.endSilence(one.uuid, operator().now);
      return one.uuid;
    }),

    'alerts.test': act(members({}), async (_, { say, signal }): Promise<readonly ChannelTest[]> => {
      const done: ChannelTest[] = [];
      for (const channel of channels) {
        say(`${channel.name}:`);
        const outcome = await channel.test(say, signal);
        done.push({ channel: channel.name, failure: outcome.sent ? null : outcome.reason });
      }
      return done;
    }),
  };
}
