// Contrast as WCAG 2.2 defines it, and how far apart colours look, the worst of four kinds of sight.

/** Red, green and blue, linear, 0 to 1. */
export type Rgb = readonly [number, number, number];

export function parseColour(hex: string): Rgb {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

export function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Machado, Oliveira and Fernandes 2009, full severity. */
const SIGHTS: readonly (readonly Rgb[])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

/** OKLab distance × 100 for the sight that tells them apart worst. */
export function distance(a: Rgb, b: Rgb): number {
  return Math.min(...SIGHTS.map(sight => between(oklab(seen(a, sight)), oklab(seen(b, sight)))));
}

function seen(colour: Rgb, sight: readonly Rgb[]): Rgb {
  const [r = 0, g = 0, b = 0] = sight.map(row =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, at) => sum + factor * (colour[at] ?? 0), 0),
      ),
    ),
  );
  return [r, g, b];
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function between(a: Rgb, b: Rgb): number {
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
