import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast as contrastOf } from './contrast.ts';
import { colorNames } from './names.ts';
import { drawnTheme, parseTheme } from '../../domain/theme.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function block(selector: string): ReadonlyMap<string, string> {
  const start = css.indexOf(`${selector} {`);
  if (start === -1) throw new Error(`tokens.css has no block ${selector}`);
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return new Map([...body.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));
}

const light = block(':root');
const dark = block(':root[data-theme="dark"]');
const wall = new Map([...dark, ...block(':root[data-theme="dark"][data-display="wall"]')]);

function contrast(theme: ReadonlyMap<string, string>, a: string, b: string): number {
  return contrastOf(theme.get(a) ?? '', theme.get(b) ?? '') ?? 0;
}

describe.each([
  ['light', light],
  ['dark', dark],
  ['wall', wall],
] as const)('theme %s', (_name, theme) => {
  it('gives every colour a value', { tags: ['C-8'] }, () => {
    for (const name of colorNames) expect(theme.get(name), name).toBeDefined();
  });

  it('keeps every text AA on every surface it may stand on', () => {
    for (const surface of ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'])
      for (const text of ['fg', 'fg-2', 'fg-3', 'accent-fg', 'ok', 'warn', 'bad', 'info'])
        expect(contrast(theme, text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    for (const tone of ['ok', 'warn', 'bad', 'info', 'idle'])
      for (const text of [tone, 'fg', 'fg-2'])
        expect(contrast(theme, text, `${tone}-bg`), `${text} on ${tone}-bg`).toBeGreaterThanOrEqual(4.5);
    for (const solid of ['accent', 'accent-hover']) expect(contrast(theme, 'accent-ink', solid), solid).toBeGreaterThanOrEqual(4.5);
    for (const solid of ['ok', 'bad']) expect(contrast(theme, 'ko', solid), `ko on ${solid}`).toBeGreaterThanOrEqual(4.5);
    for (const surface of ['surface', 'canvas'])
      expect(contrast(theme, 'line-control', surface), `line-control on ${surface}`).toBeGreaterThanOrEqual(3);
  });
});

describe('choice of theme', () => {
  it('draws the choice, or what the system says', { tags: ['C-8'] }, () => {
    expect(drawnTheme('light', true)).toBe('light');
    expect(drawnTheme('dark', false)).toBe('dark');
    expect(drawnTheme('system', true)).toBe('dark');
    expect(drawnTheme('system', false)).toBe('light');
  });

  it('takes anything unknown in storage for the system', { tags: ['C-8'] }, () => {
    expect(parseTheme('dark')).toBe('dark');
    expect(parseTheme('sepia')).toBe('system');
    expect(parseTheme(null)).toBe('system');
  });
});
