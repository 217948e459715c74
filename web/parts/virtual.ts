import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type RowWindow, rowWindow } from '../model/window.ts';

/** Follows the scrolling of the page and says which rows of a table are drawn, and how high they are. */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  usualHeight: number,
): RowWindow & { height: number } {
  const height = useRef(usualHeight);
  const [shown, setShown] = useState<RowWindow>(() => rowWindow(count, usualHeight, 0, innerHeight));
  const look = () => {
    const element = body.current;
    if (!element) return;
    const next = rowWindow(count, height.current, -element.getBoundingClientRect().top, innerHeight);
    setShown(old => (old.start === next.start && old.end === next.end ? old : next));
  };
  const measure = () => {
    const rows = body.current?.querySelectorAll<HTMLElement>('tr[aria-rowindex]');
    const [first, second] = [rows?.[0], rows?.[1]];
    // the distance of two rows, which includes the gap between cards
    if (first && second) height.current = second.offsetTop - first.offsetTop || usualHeight;
    look();
  };
  useLayoutEffect(measure, [count, usualHeight]);
  useEffect(() => {
    let asked = 0;
    const soon = (then: () => void) => () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(then);
    };
    const [onScroll, onResize] = [soon(look), soon(measure)];
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onResize);
    return () => {
      cancelAnimationFrame(asked);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onResize);
    };
  }, [count]);
  return { start: shown.start, end: Math.min(shown.end, count), height: height.current };
}
