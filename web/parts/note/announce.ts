// What is said at the foot of the page. Apart from how it is drawn, since buttons both say things and are part of what is drawn.
import { signal } from '@preact/signals';

export interface Toast {
  text: string;
  tone: 'ok' | 'error' | 'info';
  /** Word of the button that goes back, and what it does. */
  undo?: () => void;
}

export interface Announced extends Toast {
  id: number;
}

const SHOWN_MS = 10_000;
const MOST = 4;
export const announced = signal<readonly Announced[]>([]);
let last = 0;

/** Says something at the foot of the page for ten seconds. */
export function announce(toast: Toast): void {
  const id = ++last;
  announced.value = [...announced.value.slice(1 - MOST), { ...toast, id }];
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  announced.value = announced.value.filter(toast => toast.id !== id);
}
