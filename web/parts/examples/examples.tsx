// One page with every part in every state: what a designer looks at first (`npm run web -- --parts`).
import { render } from 'preact';
import { Toasts } from '../note/toast.tsx';
import { Tooltip } from '../tooltip.tsx';
import { Controls } from './controls.tsx';
import { Foundations } from './foundations.tsx';
import { Rows } from './rows.tsx';
import { Values } from './values.tsx';

const theme = new URLSearchParams(location.search).get('theme');
if (theme !== null) document.documentElement.dataset.theme = theme;

function Examples() {
  return (
    <main class="examples">
      <h1>Parts</h1>
      <Foundations />
      <Controls />
      <Rows />
      <Values />
      <Toasts />
      <Tooltip />
    </main>
  );
}

const root = document.getElementById('app');
if (root) render(<Examples />, root);
