import type { Item, Names } from '../../driver.ts';
import { TargetError } from '../../failure.ts';

/** In place of what an item does not have: no level of a topic is empty. */
const ABSENT = '-';
/** Wildcards, and what no level of a topic may have. */
const NOT_IN_TOPICS = /[+#\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;
const LONGEST_BYTES = 65_535;

/** A text as one level of a topic: what separates levels or stands for several of them is percent-encoded. */
export function level(text: string | undefined): string {
  return text ? encodeURIComponent(text.toWellFormed()) : ABSENT;
}

/** An EUI as `xx-xx-…`. */
export function dashed(eui: string): string {
  return eui.replace(/..(?=.)/g, '$&-');
}

/** Placeholders of templates (integrations section 2.1). */
export type Values = Readonly<Record<string, string | undefined>>;

/** What is the same for all items. */
export function constantValues(names: Names, prefix: string): Values {
  const { organizationId, organizationName } = names;
  return { prefix, organization_id: level(organizationId), organization_name: level(organizationName) };
}

/** Of an item. */
export function valuesOf({ event, epEui, bsEui, payload }: Item): Values {
  const device = objectOf(payload.device);
  return {
    ep_eui: level(epEui),
    ep_eui_dashed: level(epEui && dashed(epEui)),
    ep_name: level(textOf(device.name)),
    bs_eui: level(bsEui),
    event: level(event),
    type_eui: level(textOf(device.typeEui)),
    device_model: level(textOf(device.deviceModel)),
  };
}

/** A template with its values in it; placeholders that have none are left. */
export function filled(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (found, name: string) => values[name] ?? found);
}

/**
 * A topic that may be published to.
 * @throws TargetError of the setting it comes from
 */
export function checkedTopic(topic: string, setting: string): string {
  const why =
    topic === '' || topic.split('/').includes('')
      ? 'it has an empty level'
      : NOT_IN_TOPICS.test(topic)
        ? 'it has a wildcard or a control character'
        : Buffer.byteLength(topic) > LONGEST_BYTES
          ? 'it is too long'
          : undefined;
  if (why) throw new TargetError({ reason: `${setting} makes no topic: ${why}` });
  return topic;
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
