// The language in force: pages say `words.value.…` and are drawn again when it changes.
import { computed, signal } from '@preact/signals';
import { en, type Words } from './en.ts';
import { type Format, formatFor, type Language } from './format.ts';
import type { Told } from './told.ts';

const current = signal<{ words: Words; format: Format; told?: Told }>({ words: en, format: formatFor('en') });

export const words = computed(() => current.value.words);
export const format = computed(() => current.value.format);
export const language = computed(() => current.value.format.language);

/** What the server says in English; undefined where that is the language in force. */
export const toldWords = computed(() => current.value.told);

/** German is loaded when it is asked for. */
export async function setLanguage(next: Language): Promise<void> {
  if (next === 'de') {
    const { de, told } = await import('./de.ts');
    current.value = { words: de, format: formatFor(next), told };
  } else if (language.peek() !== next) current.value = { words: en, format: formatFor(next) };
  document.documentElement.lang = next;
}
