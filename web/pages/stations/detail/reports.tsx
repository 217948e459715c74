import type { BaseStation } from '../../../data/station.ts';
import { Facts, type NamedFact } from '../../../parts/facts.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { format, words } from '../../../words/words.ts';

/** What the station says of itself; what it does not say is not shown as nothing. */
export function Reports({ station }: { station: BaseStation }) {
  const { station: text, stations, parts } = words.value;
  const { percent, fixed, number, duration } = format.value;
  const share = (value: number | undefined) => (value === undefined ? undefined : percent(value, 1));
  const facts: NamedFact[] = [
    [text.duty, share(station.dutyCycle)],
    [
      text.temperature,
      station.temperatureCelsius === undefined ? undefined : `${fixed(station.temperatureCelsius, 1)} °C`,
    ],
    [text.cpu, share(station.cpuLoad)],
    [text.memory, share(station.memLoad)],
    [
      text.clock,
      station.clockOffsetMs === undefined ? undefined : text.clockOff(`${number(station.clockOffsetMs, 0)} ms`),
    ],
    [text.uptime, Number(station.uptimeSeconds) > 0 ? duration(Number(station.uptimeSeconds) * 1000) : undefined],
    [text.model, [station.vendor, station.model].filter(Boolean).join(' ') || undefined],
    [text.version, station.swVersion || undefined],
    [text.protocol, station.protocolVersion === '' ? undefined : `BSSCI ${station.protocolVersion}`],
    [
      text.position,
      station.latitude === undefined || station.longitude === undefined
        ? undefined
        : `${fixed(station.latitude, 5)}, ${fixed(station.longitude, 5)}`,
    ],
  ];
  const missing = (
    <span class="text-3" data-tip={stations.notReported}>
      {parts.none}
    </span>
  );
  return (
    <Panel title={text.reports} flush>
      <Facts facts={facts.map(([name, value]) => [name, value ?? missing])} />
    </Panel>
  );
}
