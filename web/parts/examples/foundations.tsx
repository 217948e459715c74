import { SeriesKey } from '../chart/marks.tsx';
import { Icon } from '../icon.tsx';
import { Panel } from '../panel.tsx';

const TYPE = [
  ['tile-value', '1,284.36', '32/40 600'],
  ['h1', 'Base stations', '24/32 600'],
  ['h2', 'Radio per station', '16/24 600'],
  ['', 'Look at its power and its network cable.', '14/20 400'],
  ['small', 'Greenhouse north, 21.4 °C', '13/20 400'],
  ['meta', 'last heard 3 min ago', '12/16 400'],
  ['mono', 'fca8 4a01 0000 12c0', 'mono 12 400'],
] as const;

const COLOURS = [
  'bg',
  'surface',
  'sunken',
  'raised',
  'line',
  'outline',
  'text',
  'text-2',
  'text-3',
  'accent',
  'accent-hover',
  'accent-soft',
  'ok',
  'ok-soft',
  'warning',
  'warning-soft',
  'error',
  'error-soft',
  'critical',
  'critical-soft',
  'info',
  'info-soft',
];
const ICONS =
  'home station endpoint unknown live download upload radio catalog rules integrations centers bell events certificate key backup system search pencil trash plus close check copy refresh account menu keyboard code exit eye columns send pause play disable external clock info warning error critical done online offline inactive suspended dotted'.split(
    ' ',
  );

export function Foundations() {
  return (
    <div class="example-grid">
      <Panel title="Type" flush>
        {TYPE.map(([look, text, size]) => (
          <div class="example-line" key={size}>
            <span class={look === 'h1' || look === 'h2' ? `as-${look}` : look}>{text}</span>
            <span class="meta">{size}</span>
          </div>
        ))}
      </Panel>
      <Panel title="Colour">
        <div class="swatches">
          {COLOURS.map(colour => (
            <span key={colour}>
              <i style={{ background: `var(--${colour})` }} /> {colour}
            </span>
          ))}
        </div>
      </Panel>
      <Panel title="Series and heat">
        <div class="swatches">
          {[1, 2, 3, 4, 5, 6].map(series => (
            <span key={series}>
              <SeriesKey series={series} /> series {series}
            </span>
          ))}
        </div>
        <div class="heat-row">
          {[1, 2, 3, 4, 5, 6, 7].map(step => (
            <i key={step} style={{ background: `var(--heat-${step})` }} />
          ))}
        </div>
      </Panel>
      <Panel title="Icons">
        <div class="icon-row">
          {ICONS.map(name => (
            <Icon name={name} key={name} />
          ))}
        </div>
        <div class="icon-row large">
          {ICONS.map(name => (
            <Icon name={name} key={name} />
          ))}
        </div>
      </Panel>
    </div>
  );
}
