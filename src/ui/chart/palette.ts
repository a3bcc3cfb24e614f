/** The colours a canvas needs, read from the tokens as they are drawn now. */
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

/** Reads the tokens at `element`; call again after a change of theme. */
export function readPalette(element: Element, tone: string): Palette {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    tone: of(tone === 'accent' ? 'accent-fg' : tone),
    bad: of('bad'),
    warn: of('warn'),
    surface: of('surface'),
    line: of('line'),
    fg: of('fg'),
    fg3: of('fg-3'),
    font: of('font-sans'),
  };
}

/** A `#rrggbb` colour with an opacity. */
export function faded(hex: string, opacity: number): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return `rgb(${(value >> 16) & 255} ${(value >> 8) & 255} ${value & 255} / ${opacity})`;
}
