/** Colours for a canvas, read from the tokens in use. */
export interface Palette {
  readonly tone: string;
  readonly bad: string;
  readonly warn: string;
  readonly surface: string;
  readonly line: string;
  readonly fg: string;
  readonly fg3: string;
  readonly font: string;
}

/** Reads the tokens at `element`; call again after a theme change. */
export function readPalette(element: Element, tone: string): Palette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    tone: token(tone === 'accent' ? 'accent-fg' : tone),
    bad: token('bad'),
    warn: token('warn'),
    surface: token('surface'),
    line: token('line'),
    fg: token('fg'),
    fg3: token('fg-3'),
    font: token('font-sans'),
  };
}

/** A `#rrggbb` colour with an opacity. */
export function faded(hex: string, opacity: number): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return `rgb(${(value >> 16) & 255} ${(value >> 8) & 255} ${value & 255} / ${opacity})`;
}
