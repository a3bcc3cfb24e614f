import { contrast } from '../../ui/theme/contrast.ts';
import type { ColorName } from '../../ui/theme/names.ts';

/** Every surface that text may stand on; the one with the lowest contrast decides the rating of a text colour (LOOK, Tokens). */
export const surfaces = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'] as const satisfies readonly ColorName[];

/** Colours by use, with the surfaces on which each is measured. */
export const colourGroups: readonly {
  readonly title: string;
  readonly colours: readonly { readonly name: ColorName; readonly on: readonly ColorName[]; readonly use: string }[];
}[] = [
  {
    title: 'Surfaces',
    colours: [
      { name: 'canvas', on: [], use: 'the page' },
      { name: 'surface', on: [], use: 'cards, the bar' },
      { name: 'raised', on: [], use: 'menus, dialogs, messages' },
      { name: 'sunken', on: [], use: 'wells, table heads' },
      { name: 'hover', on: [], use: 'under the pointer' },
      { name: 'selected', on: [], use: 'a chosen row' },
    ],
  },
  {
    title: 'Text and lines',
    colours: [
      { name: 'fg', on: surfaces, use: 'text' },
      { name: 'fg-2', on: surfaces, use: 'second text' },
      { name: 'fg-3', on: surfaces, use: 'captions, hints' },
      { name: 'line-control', on: ['surface', 'canvas'], use: 'edges of inputs' },
      { name: 'line-strong', on: [], use: 'edges of buttons' },
      { name: 'line', on: [], use: 'hairlines' },
    ],
  },
  {
    title: 'Evergreen',
    colours: [
      { name: 'accent', on: ['accent-ink'], use: 'solid, with its ink' },
      { name: 'accent-hover', on: ['accent-ink'], use: 'solid, under the pointer' },
      { name: 'accent-fg', on: surfaces, use: 'links, focus' },
      { name: 'accent-tint', on: [], use: 'tinted ground' },
    ],
  },
  {
    title: 'Status',
    colours: [
      { name: 'ok', on: [...surfaces, 'ok-bg'], use: 'good' },
      { name: 'warn', on: [...surfaces, 'warn-bg'], use: 'needs a look' },
      { name: 'bad', on: [...surfaces, 'bad-bg'], use: 'broken' },
      { name: 'info', on: [...surfaces, 'info-bg'], use: 'to know' },
      { name: 'idle', on: [...surfaces, 'idle-bg'], use: 'no state' },
    ],
  },
];

/** Rating of a colour by its worst contrast (WCAG 2.2): text of any size, or only edges and glyphs. */
export function verdictOf(worst: number): 'AAA' | 'AA' | '3:1' | 'decor' {
  return worst >= 7 ? 'AAA' : worst >= 4.5 ? 'AA' : worst >= 3 ? '3:1' : 'decor';
}

/** The lowest contrast of a colour on the given surfaces; null if none can be measured. Pure. */
export function worstContrast(value: (name: ColorName) => string, name: ColorName, on: readonly ColorName[]): number | null {
  const ratios = on.flatMap((ground) => contrast(value(name), value(ground)) ?? []);
  return ratios.length === 0 ? null : Math.min(...ratios);
}
