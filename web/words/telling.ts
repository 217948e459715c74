// What the server says in English, in the language in force where that has words for it.
import { format, toldWords } from './words.ts';

export interface ToldText {
  title: string;
  text: string | undefined;
  /** English where it is shown as it came and the page is not in English. */
  lang: string | undefined;
}

/** An event by its type; what varies with it, such as the name that a rule was given, stays as it came. */
export function tellEvent({
  eventType,
  title,
  description,
}: {
  eventType: string;
  title: string;
  description: string;
}): ToldText {
  const told = toldWords.value;
  const text = description === '' || description === title ? undefined : description;
  const known = told?.events[eventType];
  if (told === undefined) return { title, text, lang: undefined };
  return known === undefined ? { title, text, lang: 'en' } : { title: known, text: undefined, lang: undefined };
}

/** What the box has found of itself; the sentence of the server stays beside it, since figures and reasons are in that alone. */
export function tellFinding({
  code,
  text,
  todo,
  about,
  daysLeft,
}: {
  code: string;
  text: string;
  todo?: string | undefined;
  about?: string | undefined;
  daysLeft?: number | undefined;
}): ToldText & { asItCame?: string } {
  const told = toldWords.value;
  // what an alert is about is found by the name of its rule
  const alert = told?.alerts[code];
  const known = told?.findings[code] ?? (alert && { title: () => alert.title, todo: alert.todo });
  if (told === undefined) return { title: text, text: todo, lang: undefined };
  if (known === undefined) return { title: text, text: todo, lang: 'en' };
  const found = {
    ...(about === undefined ? {} : { about }),
    ...(daysLeft === undefined ? {} : { days: format.value.number(Math.max(0, Math.floor(daysLeft))) }),
  };
  return { title: known.title(found), text: known.todo, lang: undefined, asItCame: text };
}

/** An alert by its rule: what is wrong and what to do. Numbers and names are in its source, beside it. */
export function tellAlert({
  rule,
  title,
  description,
}: {
  rule: string;
  title: string;
  description: string;
}): ToldText {
  const told = toldWords.value;
  const known = told?.alerts[rule];
  if (told === undefined) return { title, text: description, lang: undefined };
  if (known === undefined) return { title, text: description, lang: 'en' };
  return { title: known.title, text: known.todo, lang: undefined };
}

/** What a rule of alerts is called; in English its name is made readable. */
export function ruleTitle(rule: string): string {
  const known = toldWords.value?.alerts[rule];
  if (known) return known.title;
  const text = rule
    .replace(/^rule:.*/, 'rule')
    .replaceAll('_', ' ')
    .replace('basestation', 'base station');
  return text.replace(/^./, first => first.toUpperCase());
}
