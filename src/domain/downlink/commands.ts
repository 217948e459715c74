import { intake } from '../../database/marks.ts';
import type { Acting } from '../event/acting.ts';
import type { Repeatable } from '../once/once-store.ts';
import type { NewDownlink } from './downlink-records.ts';
import type { Downlinks } from './downlink-store.ts';
import type { DownlinkLists, DownlinkRow } from './lists.ts';

/** A downlink to a device as it is asked for. */
export interface NewCommand extends Omit<NewDownlink, 'by'> {
  /** Its payload was not made: it is to be one that was asked for before. */
  readonly isAgain: boolean;
}

/** Queues downlinks for callers that may send the same call again. */
export function commandQueue({
  repeatable,
  queue,
  before,
  find,
}: {
  repeatable: Repeatable;
  queue: Downlinks['queue'];
  before: DownlinkLists['requestedBefore'];
  find: DownlinkLists['find'];
}) {
  return intake(
    /** @returns undefined: it was not asked for before, and its payload has to be made */
    repeatable(({ isAgain, ...request }: NewCommand, acting: Acting): DownlinkRow | undefined => {
      if (isAgain && before(request) === undefined) return undefined;
      const { queId } = queue({ ...request, by: acting });
      return find(request.org, [queId])[0];
    }),
  );
}
