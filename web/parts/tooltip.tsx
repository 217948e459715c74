import { useEffect, useRef, useState } from 'preact/hooks';
import { format } from '../words/words.ts';

const DELAY_MS = 350;

/** Of a time the whole date: a list has hundreds of them, and one is pointed at. */
function tipOf(element: HTMLElement): string {
  const at = element instanceof HTMLTimeElement ? Date.parse(element.dateTime) : Number.NaN;
  return Number.isNaN(at) ? (element.dataset.tip ?? '') : format.value.full(at);
}

/** One tooltip for the whole page: shows the `data-tip` of what is pointed at or has the focus. Escape takes it away. */
export function Tooltip() {
  const [tip, setTip] = useState<{ text: string; at: DOMRect } | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: number | undefined;
    const hide = () => {
      clearTimeout(timer);
      setTip(undefined);
    };
    const show = (event: Event) => {
      const element = (event.target as Element | null)?.closest?.<HTMLElement>('[data-tip]');
      clearTimeout(timer);
      const text = element ? tipOf(element) : '';
      if (!element || text === '') return setTip(undefined);
      if (event.type === 'focusin' && !element.matches(':focus-visible')) return;
      timer = window.setTimeout(() => setTip({ text, at: element.getBoundingClientRect() }), DELAY_MS);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    document.addEventListener('pointerover', show);
    document.addEventListener('focusin', show);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('keydown', key);
    document.addEventListener('scroll', hide, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', show);
      document.removeEventListener('focusin', show);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('keydown', key);
      document.removeEventListener('scroll', hide, true);
    };
  }, []);
  useEffect(() => {
    const element = box.current;
    if (!tip || !element) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const left = Math.min(Math.max(8, tip.at.left + tip.at.width / 2 - width / 2), innerWidth - width - 8);
    const below = tip.at.bottom + 6 + height < innerHeight;
    element.style.left = `${left}px`;
    element.style.top = `${below ? tip.at.bottom + 6 : tip.at.top - height - 6}px`;
  }, [tip]);
  if (!tip) return null;
  return (
    <div ref={box} class="tooltip" role="tooltip">
      {tip.text}
    </div>
  );
}
