import { render } from 'preact';

const root = document.getElementById('app');
if (root) render(<h1>Waystation</h1>, root);
