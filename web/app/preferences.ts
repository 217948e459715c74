// What a person chose for this browser: theme and language in a cookie that the server reads, the rest in local storage.
import { signal } from '@preact/signals';
import { compactRows } from '../parts/table/density.ts';
import type { Language } from '../words/format.ts';
import { setLanguage } from '../words/words.ts';

export type Theme = 'light' | 'dark' | 'system';

const COOKIE = 'ws_ui';
const YEAR_S = 31_536_000;

const [savedTheme, savedLanguage] =
  new RegExp(`(?:^|; )${COOKIE}=(\\w+)\\.(\\w+)`).exec(document.cookie)?.slice(1) ?? [];

export const theme = signal<Theme>(savedTheme === 'light' || savedTheme === 'dark' ? savedTheme : 'system');
export const chosenLanguage = signal<Language>(
  savedLanguage === 'de' || (savedLanguage === undefined && navigator.language.startsWith('de')) ? 'de' : 'en',
);
export const singleKeys = signal(stored('single-keys') !== 'off');
compactRows.value = stored('compact-rows') === 'on';

function stored(name: string): string | null {
  try {
    return localStorage.getItem(`ws-${name}`);
  } catch {
    return null;
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(`ws-${name}`, value);
  } catch {
    // a browser that keeps nothing asks again next time
  }
}

function save(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not there on http
  document.cookie = `${COOKIE}=${theme.value}.${chosenLanguage.value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

export function chooseTheme(next: Theme): void {
  theme.value = next;
  document.documentElement.dataset.theme = next;
  save();
}

export async function chooseLanguage(next: Language): Promise<void> {
  chosenLanguage.value = next;
  save();
  await setLanguage(next);
}

export function chooseSingleKeys(on: boolean): void {
  singleKeys.value = on;
  store('single-keys', on ? 'on' : 'off');
}

export function chooseCompactRows(on: boolean): void {
  compactRows.value = on;
  store('compact-rows', on ? 'on' : 'off');
}
