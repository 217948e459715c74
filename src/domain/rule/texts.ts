import type { RuleDevice } from './devices.ts';
import type { Rule, Scalar } from './rule-records.ts';

const PLACE = /\{(\w+)\}/g;
/** Of a text once it is filled in. */
const MOST = 4096;
const MOST_VALUE = 256;

/** What the texts of actions are filled with. */
export interface TextContext {
  readonly rule: Pick<Rule, 'name' | 'trigger'>;
  readonly device: Pick<RuleDevice, 'name' | 'epEui' | 'device'> | undefined;
  readonly values: Readonly<Record<string, Scalar>>;
  /** Milliseconds. */
  readonly at: number;
}

/** `{rule}`, `{device}`, `{deviceId}`, `{epEui}`, `{key}`, `{value}`, `{time}` and values by their names; what is unknown stays as it is. */
export function filled(text: string, { rule, device, values, at }: TextContext): string {
  const { key } = rule.trigger;
  const words: Readonly<Record<string, Scalar | undefined>> = {
    ...values,
    ...{ rule: rule.name, device: device?.name || device?.epEui, deviceId: device?.device, epEui: device?.epEui },
    ...{ key, value: values[key], time: new Date(at).toISOString() },
  };
  const full = text.replace(PLACE, (place, name: string) => {
    const word = Object.hasOwn(words, name) ? words[name] : undefined;
    return word === undefined ? place : String(word).slice(0, MOST_VALUE);
  });
  return full.slice(0, MOST);
}
