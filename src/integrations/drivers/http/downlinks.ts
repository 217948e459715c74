import { isJsonObject } from '../../../kit/json-object.ts';
import type { Incoming } from '../../commands.ts';

/** The commands in the answer of a receiver: `{"downlinks":[{"epEui":…, "data":…}]}` (integrations section 3). */
export function commandsIn(body: Uint8Array): readonly Incoming[] {
  if (body.length === 0) return [];
  const downlinks = downlinksOf(body);
  // Nothing is asked for: an answer may say anything.
  if (downlinks === undefined) return [];
  if (!Array.isArray(downlinks)) return [{ ...DOWN, epEui: '', body }];
  return downlinks.map((each: unknown) => {
    if (!isJsonObject(each)) return { ...DOWN, epEui: '', body: Buffer.from(JSON.stringify(each)) };
    const { epEui, ...rest } = each;
    return { ...DOWN, epEui: typeof epEui === 'string' ? epEui : '', body: rest };
  });
}

const DOWN = { command: 'down', retained: false } as const;

function downlinksOf(body: Uint8Array): unknown {
  try {
    const answer: unknown = JSON.parse(Buffer.from(body).toString());
    return isJsonObject(answer) ? answer.downlinks : undefined;
  } catch {
    return undefined;
  }
}
