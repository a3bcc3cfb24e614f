/** Relative luminance of a colour, 0 to 1 (WCAG 2.2). */
function luminance([r, g, b]: Rgb): number {
  const [x, y, z] = [r, g, b].map((part) => part / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]; // map keeps the length of three
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

type Rgb = readonly [r: number, g: number, b: number];

/**
 * Parses `#rrggbb`, or `#rgb`, to which builds shorten it; null for anything else, including translucent colours, whose contrast depends
 * on the background.
 */
export function parseHex(hex: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex.trim());
  const [, r, g, b] = short?.map((digit) => digit + digit) ?? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim()) ?? [];
  if (r === undefined || g === undefined || b === undefined) return null;
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
}

/** Contrast ratio of two colours, 1 to 21; null if one is not an opaque hex colour. Pure. */
export function contrast(a: string, b: string): number | null {
  const [x, y] = [parseHex(a), parseHex(b)];
  if (x === null || y === null) return null;
  const [light, dark] = [luminance(x), luminance(y)].sort((one, other) => other - one) as [number, number]; // sort keeps the length of two
  return (light + 0.05) / (dark + 0.05);
}
