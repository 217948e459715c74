// Tabs of one browser share its six connections to the box: over a channel they agree on two that hold a stream open.

import { type Claim, mayHold } from '../model/slots.ts';
import { now } from '../model/text/clock.ts';

const CHANNEL = 'ws-live';
const SAY_EVERY_MS = 5000;

const self: Claim = { id: idOf(), since: 0, focusedAt: 0, saidAt: 0 };
const others = new Map<string, Claim>();
let channel: BroadcastChannel | undefined;
let onChange: (() => void) | undefined;
let timer: ReturnType<typeof setInterval> | undefined;

function idOf(): string {
  return globalThis.crypto?.getRandomValues(new Uint32Array(2)).join('-') ?? '';
}

/** Wants a stream, and hears when this tab may have one or must give it up. Gives the function that ends this. */
export function wantStream(changed: () => void): () => void {
  self.since = now();
  self.focusedAt = document.hasFocus() ? now() : 0;
  onChange = changed;
  channel ??= open();
  say();
  timer = setInterval(() => {
    say();
    changed();
  }, SAY_EVERY_MS);
  const focus = () => {
    self.focusedAt = now();
    say();
    changed();
  };
  addEventListener('focus', focus);
  return () => {
    clearInterval(timer);
    removeEventListener('focus', focus);
    onChange = undefined;
    channel?.postMessage({ end: self.id });
  };
}

/** Whether this tab may hold its stream now. Over HTTP/2 all may. */
export function mayStream(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.nextHopProtocol === 'h2') return true;
  return mayHold(self, [...others.values()], now());
}

function open(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const made = new BroadcastChannel(CHANNEL);
  made.onmessage = ({ data }: MessageEvent<{ claim?: Claim; end?: string }>) => {
    if (data.end !== undefined) others.delete(data.end);
    if (data.claim) {
      const isNew = !others.has(data.claim.id);
      others.set(data.claim.id, data.claim);
      if (isNew && onChange) say();
    }
    onChange?.();
  };
  addEventListener('pagehide', () => made.postMessage({ end: self.id }));
  return made;
}

function say(): void {
  self.saidAt = now();
  channel?.postMessage({ claim: self });
}
