import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { colorNames } from './names.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const standard = read('./tokens.css');
const morphic = read('./morphic/tokens.css');

function block(css: string, selector: string): ReadonlyMap<string, string> {
  const start = css.indexOf(`${selector} {`);
  if (start === -1) throw new Error(`no block ${selector}`);
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return new Map([...body.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));
}

const light = block(morphic, ':root[data-skin="morphic"]');
const dark = block(morphic, ':root[data-theme="dark"][data-skin="morphic"]');
/** In cascade order: the skin's light block overrides the standard dark one, and the skin's dark block overrides both. */
const themes = {
  light: new Map([...block(standard, ':root'), ...light]),
  dark: new Map([...block(standard, ':root'), ...block(standard, ':root[data-theme="dark"]'), ...light, ...dark]),
} as const;

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

describe.each(['light', 'dark'] as const)('the morphic skin, %s', (name) => {
  const theme = themes[name];
  const color = (token: string): string => {
    const value = theme.get(token);
    if (value === undefined || !/^#[0-9a-f]{6}$/.test(value)) throw new Error(`${token} is no colour: ${value}`);
    return value;
  };
  /** All backgrounds of text and controls: flat colours, and both ends of the raised and pressed gradients. */
  const grounds = [
    ...['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'].map((token) => [token, color(token)] as const),
    ...['material', 'pressed'].flatMap((token) =>
      [...(theme.get(token) ?? '').matchAll(/#[0-9a-f]{6}/g)].map(([hex]) => [`${token} ${hex}`, hex] as const),
    ),
  ];

  it('keeps every text AA on every surface, at both ends of the material', { tags: ['I-8', 'I-9'] }, () => {
    expect(grounds.length).toBe(10);
    for (const [ground, on] of grounds)
      for (const text of ['fg', 'fg-2', 'fg-3', 'accent-fg', 'ok', 'warn', 'bad', 'info'])
        expect(contrast(color(text), on), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const tone of ['ok', 'warn', 'bad', 'info', 'idle'])
      for (const text of [tone, 'fg', 'fg-2'])
        expect(contrast(color(text), color(`${tone}-bg`)), `${text} on ${tone}-bg`).toBeGreaterThanOrEqual(4.5);
    for (const solid of ['accent', 'accent-hover']) expect(contrast(color('accent-ink'), color(solid)), solid).toBeGreaterThanOrEqual(4.5);
    for (const solid of ['ok', 'bad']) expect(contrast(color('ko'), color(solid)), `ko on ${solid}`).toBeGreaterThanOrEqual(4.5);
  });

  it('gives controls an edge of 3 to 1 besides their shadow, wherever they lie', { tags: ['I-9'] }, () => {
    for (const [ground, on] of grounds) expect(contrast(color('line-control'), on), ground).toBeGreaterThanOrEqual(3);
    for (const [ground, on] of grounds) expect(contrast(color('accent-fg'), on), `focus on ${ground}`).toBeGreaterThanOrEqual(3);
  });
});

it('the skin draws everything anew that the standard dark theme does, so that none of its light shows through in the dark', {
  tags: ['I-9'],
}, () => {
  const inDark = block(standard, ':root[data-theme="dark"]');
  const missing = [...light.keys()].filter(
    (token) => inDark.has(token) && (colorNames as readonly string[]).includes(token) && !dark.has(token),
  );
  expect(missing).toEqual([]);
});
