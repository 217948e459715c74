import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type RowWindow, rowWindow } from '../../model/window.ts';

/**
 * Follows the scrolling of the page and says which rows of a table are drawn, how high they are, and how much the opened one among those
 * above takes beside its row.
 *
 * @param openedAt place of the row that shows more of itself in a row below; below 0 for none
 */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  usualHeight: number,
  openedAt = -1,
): RowWindow & { height: number; above: number } {
  const height = useRef(usualHeight);
  const detail = useRef(0);
  const [shown, setShown] = useState<RowWindow>(() => rowWindow(count, usualHeight, 0, innerHeight));
  const look = () => {
    const element = body.current;
    if (!element) return;
    detail.current = element.querySelector<HTMLElement>('tr.detail')?.offsetHeight ?? detail.current;
    const scrolled = -element.getBoundingClientRect().top;
    const past = openedAt >= 0 && scrolled > (openedAt + 1) * height.current;
    const above = past ? Math.max((openedAt + 1) * height.current, scrolled - detail.current) : scrolled;
    const next = rowWindow(count, height.current, above, innerHeight);
    setShown(old => (old.start === next.start && old.end === next.end ? old : next));
  };
  const measure = () => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr[aria-rowindex]') ?? [])];
    // the distance of two rows with nothing between them, which includes the gap between cards
    const first = rows.find(row => row.nextElementSibling?.hasAttribute('aria-rowindex'));
    const second = first?.nextElementSibling as HTMLElement | undefined;
    if (first && second) height.current = second.offsetTop - first.offsetTop || usualHeight;
    look();
  };
  useLayoutEffect(measure, [count, usualHeight, openedAt]);
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
  }, [count, openedAt]);
  return {
    start: shown.start,
    end: Math.min(shown.end, count),
    height: height.current,
    above: openedAt >= 0 && openedAt < shown.start ? detail.current : 0,
  };
}
