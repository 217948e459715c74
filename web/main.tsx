import { render } from 'preact';
import { Frame } from './app/frame.tsx';
import { chosenLanguage } from './app/preferences.ts';
import { followLinks } from './data/address.ts';
import { setLanguage } from './words/words.ts';

async function begin(root: HTMLElement): Promise<void> {
  await setLanguage(chosenLanguage.value);
  followLinks();
  render(<Frame />, root);
}

const root = document.getElementById('app');
if (root) void begin(root);
