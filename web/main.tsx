import { render } from 'preact';
import { Gate } from './app/gate.tsx';
import { loadPage } from './app/pages.ts';
import { chosenLanguage } from './app/preferences.ts';
import { followLinks, match } from './data/call/address.ts';
import { renew } from './data/call/session.ts';
import { setLanguage } from './words/words.ts';

async function begin(root: HTMLElement): Promise<void> {
  void renew();
  // beside the question of who this is, not after its answer
  const first = match.value?.route.name;
  if (first) loadPage(first)?.catch(() => undefined);
  await setLanguage(chosenLanguage.value);
  followLinks(loadPage);
  render(<Gate />, root);
}

const root = document.getElementById('app');
if (root) void begin(root);
