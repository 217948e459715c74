import { groupsOf, type RunningCenter } from '../../src/compose/api/groups.ts';
import { rpcTable, type Table } from '../../src/rpc/call/table.ts';

/** Has every property, each like itself: a group takes what it works on and uses nothing of it before the first call. */
const anything: unknown = new Proxy(() => anything, {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => 0 : anything),
});

/** The rows of all RPCs, none of which can be carried out. */
export function allRows(): Table {
  return rpcTable(groupsOf(anything as RunningCenter));
}
