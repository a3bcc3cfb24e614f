/** Relative luminance of a colour, 0 to 1 (WCAG 2.2). */
function luminance([r, g, b]: Rgb): number {
  const [x, y, z] = [r, g, b].map((part) => part / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]; // three in, three out
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

type Rgb = readonly [r: number, g: number, b: number];

/** The parts of `#rrggbb`, or of `#rgb`, into which builds shorten it; null for anything else, a translucent colour too, whose contrast depends on what is under it. */
export function parseHex(hex: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex.trim());
  const [, r, g, b] = short?.map((digit) => digit + digit) ?? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim()) ?? [];
  if (r === undefined || g === undefined || b === undefined) return null;
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
}

/** Contrast of two colours, 1 to 21; null where one of them is no plain colour. Pure. */
export function contrast(a: string, b: string): number | null {
  const [x, y] = [parseHex(a), parseHex(b)];
  if (x === null || y === null) return null;
  const [light, dark] = [luminance(x), luminance(y)].sort((one, other) => other - one) as [number, number]; // two in, two out
  return (light + 0.05) / (dark + 0.05);
}
