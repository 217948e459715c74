// The language in force: pages say `words.value.…` and are drawn again when it changes.
import { computed, signal } from '@preact/signals';
import { en, type Words } from './en.ts';
import { type Format, formatFor, type Language } from './format.ts';

const current = signal<{ words: Words; format: Format }>({ words: en, format: formatFor('en') });

export const words = computed(() => current.value.words);
export const format = computed(() => current.value.format);
export const language = computed(() => current.value.format.language);

/** German is loaded when it is asked for. */
export async function setLanguage(next: Language): Promise<void> {
  const found = next === 'de' ? (await import('./de.ts')).de : en;
  current.value = { words: found, format: formatFor(next) };
  document.documentElement.lang = next;
}
