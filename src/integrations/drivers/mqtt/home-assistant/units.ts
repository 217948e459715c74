/** What Home Assistant knows of a measurement. */
export interface Measurement {
  /** As Home Assistant writes the unit. */
  readonly unit: string;
  readonly deviceClass?: string;
  readonly stateClass: 'measurement' | 'total_increasing';
}

interface Row extends Partial<Measurement> {
  /** As blueprints write it. */
  readonly from: string;
  /** Only of what has this in its name. */
  readonly named?: RegExp;
}

/** By unit, the first that fits; what is not here is shown with its unit, and without a class. */
const UNITS: readonly Row[] = [
  { from: '°C', deviceClass: 'temperature' },
  { from: '°F', deviceClass: 'temperature' },
  { from: 'K', deviceClass: 'temperature' },
  { from: '%', named: /hum/i, deviceClass: 'humidity' },
  { from: '%', named: /batt/i, deviceClass: 'battery' },
  { from: '%', named: /moist/i, deviceClass: 'moisture' },
  { from: '%RH', unit: '%', deviceClass: 'humidity' },
  { from: 'ppm', named: /voc/i, deviceClass: 'volatile_organic_compounds_parts' },
  { from: 'ppm', named: /co2|carbon.?dioxide/i, deviceClass: 'carbon_dioxide' },
  { from: 'ppm', named: /\bco\b|carbon.?monoxide/i, deviceClass: 'carbon_monoxide' },
  { from: 'V', deviceClass: 'voltage' },
  { from: 'mV', deviceClass: 'voltage' },
  { from: 'A', deviceClass: 'current' },
  { from: 'mA', deviceClass: 'current' },
  { from: 'W', deviceClass: 'power' },
  { from: 'kW', deviceClass: 'power' },
  { from: 'Wh', deviceClass: 'energy', stateClass: 'total_increasing' },
  { from: 'kWh', deviceClass: 'energy', stateClass: 'total_increasing' },
  { from: 'MWh', deviceClass: 'energy', stateClass: 'total_increasing' },
  { from: 'Pa', deviceClass: 'pressure' },
  { from: 'hPa', deviceClass: 'pressure' },
  { from: 'mbar', deviceClass: 'pressure' },
  { from: 'bar', deviceClass: 'pressure' },
  { from: 'lx', deviceClass: 'illuminance' },
  { from: 'lux', unit: 'lx', deviceClass: 'illuminance' },
  { from: 'dB', deviceClass: 'sound_pressure' },
  { from: 'dBA', deviceClass: 'sound_pressure' },
  { from: 'dBm', deviceClass: 'signal_strength' },
  { from: 'Hz', deviceClass: 'frequency' },
  { from: 'mm', deviceClass: 'distance' },
  { from: 'cm', deviceClass: 'distance' },
  { from: 'm', deviceClass: 'distance' },
  { from: 'm/s', deviceClass: 'wind_speed', named: /wind/i },
  { from: 'm/s', deviceClass: 'speed' },
  { from: 'km/h', deviceClass: 'speed' },
  { from: 'm³', named: /gas/i, deviceClass: 'gas', stateClass: 'total_increasing' },
  { from: 'm³', deviceClass: 'water', named: /water/i, stateClass: 'total_increasing' },
  { from: 'm³', deviceClass: 'volume_storage' },
  { from: 'L', deviceClass: 'water', named: /water/i, stateClass: 'total_increasing' },
  { from: 'L', deviceClass: 'volume_storage' },
  { from: 'µg/m³', named: /pm.?2.?5/i, deviceClass: 'pm25' },
  { from: 'µg/m³', named: /pm.?10/i, deviceClass: 'pm10' },
  { from: 'kg', deviceClass: 'weight' },
  { from: 'g', deviceClass: 'weight' },
  { from: 's', deviceClass: 'duration' },
  { from: 'min', deviceClass: 'duration' },
  { from: 'h', deviceClass: 'duration' },
];

export function measurementOf(name: string, unit: string): Measurement {
  const row = UNITS.find(({ from, named }) => from === unit && (named === undefined || named.test(name)));
  return {
    unit: row?.unit ?? unit,
    ...(row?.deviceClass !== undefined && { deviceClass: row.deviceClass }),
    stateClass: row?.stateClass ?? 'measurement',
  };
}
