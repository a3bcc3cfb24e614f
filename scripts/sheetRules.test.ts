import { describe, expect, it } from 'vitest';
import { layerOf, layerOrder, withCssLayers } from './cssLayers.ts';
import { deadClasses, looseValues, sheetProblems, wordsOf } from './sheetRules.ts';
import { staleTokenSheets } from './tokens.ts';
import { tokenSheets } from '../src/ui/theme/tokensCss.ts';

const loose = (css: string) => looseValues(css).map(({ line, kind, text }) => `${line} ${kind} ${text}`);

describe('values from the token table', () => {
  it('takes steps, colours by name, the order above the page and the breakpoints', () => {
    expect(
      loose(`
        .a { gap: 0.5rem 0.75rem; margin: -1px 0 auto; padding: max(1.5rem, env(safe-area-inset-right)); color: var(--fg-2); font-size: 0.78125rem; z-index: 2; }
        .b { padding: calc(13 * var(--u)); font-size: 0.9em; z-index: var(--z-bar); border-width: 3px; color: color-mix(in srgb, var(--fg) 9%, transparent); }
        @media (min-width: 37.5em) and (max-width: 63.9375em) { .c { gap: 0.25rem; line-height: 1.44; } }
      `),
    ).toEqual([]);
  });

  it.each([
    ['.a { color: #123456; }', '1 colour color: #123456'],
    ['.a {\n  background: linear-gradient(red, rgb(0 0 0 / 4%));\n}', '2 colour background: linear-gradient(red, rgb(0 0 0 / 4%))'],
    ['.a { --role: #abc; }', '1 colour --role: #abc'],
    ['.a { font-size: 0.84375rem; }', '1 font size font-size: 0.84375rem'],
    ['.a { gap: 0.4375rem; }', '1 space gap: 0.4375rem'],
    ['.a { padding-inline: 0.5rem 0.5625rem; }', '1 space padding-inline: 0.5rem 0.5625rem'],
    ['.a { margin-top: -0.8125rem; }', '1 space margin-top: -0.8125rem'],
    ['.a { z-index: 6; }', '1 z z-index: 6'],
    ['@media (max-width: 37.5em) { .a { gap: 0.5rem; } }', '1 breakpoint (max-width: 37.5em)'],
    ['@media (max-width: 599px) { .a { gap: 0.5rem; } }', '1 breakpoint (max-width: 599px)'],
    ['@container (min-width: 38.1875rem) { .a { gap: 0.5rem; } }', '1 breakpoint (min-width: 38.1875rem)'],
    ['.a { min-height: 44px; }', '1 unit min-height: 44px'],
    ['.a { gap: 8px; }', '1 unit gap: 8px'],
    ['.a { font-size: 13px; }', '1 unit font-size: 13px'],
  ])('refuses %s', (css, what) => {
    expect(loose(css)).toEqual([what]);
  });

  it('reads no comment', () => {
    expect(loose('/* gap: 7px; */ .a { gap: 0.5rem; /* color: #123; */ }')).toEqual([]);
  });
});

describe('dead classes', () => {
  const words = new Set(wordsOf(`// ghost\n/* ghost */ <p className="lead uk-alive" data-x={kind} />`));

  it('are those that no source names outside its comments', () => {
    const css = '.lead > .uk-alive:hover {}\n@media print {\n  .lead.ghost { gap: 1.5px }\n}\n.uk-dialog__content, .u-wrap {}';
    expect([...deadClasses(css, words)]).toEqual([['ghost', 3]]);
  });
});

describe('layers', () => {
  it.each([
    ['src/ui/theme/base.css', 'reset'],
    ['src/ui/theme/tokens.css', 'tokens'],
    ['src/ui/theme/type.css', 'parts'],
    ['src/ui/panel/panel.css', 'parts'],
    ['node_modules/uplot/dist/uPlot.min.css', 'parts.kit'],
    ['src/app/chrome/chrome.css', 'screens'],
    ['src/screens/dlq/dlq.css', 'screens'],
    ['src/app/skin/doors.css', 'skins'],
    ['src/ui/theme/morphic/tokens.css', 'skins'],
    ['src/verifyPage/verify.css', null],
    ['public/recover.css', null],
  ])('%s is in %s', (path, layer) => {
    expect(layerOf(path)).toBe(layer);
  });

  it('are declared in order before the first rule of any sheet', () => {
    const { transform } = withCssLayers();
    if (typeof transform !== 'function') throw new Error('the plugin has no transform');
    const made = (file: string) =>
      Reflect.apply(transform, undefined, ['.a { gap: 8px; }', new URL(`../${file}`, import.meta.url).pathname]);
    expect(made('src/ui/panel/panel.css')).toMatchObject({
      code: `@layer ${layerOrder.join(', ')};\n@layer parts {\n.a { gap: 8px; }\n}\n`,
    });
    expect(made('src/verifyPage/verify.css')).toBeNull();
    expect(made('src/ui/panel/Card.tsx')).toBeNull();
  });
});

it('finds a generated sheet that differs from the table', () => {
  expect(staleTokenSheets()).toEqual([]);
  const edited = (path: string) => (path.includes('morphic') ? tokenSheets['morphic/tokens.css']() : `${tokenSheets['tokens.css']()}\n`);
  expect(staleTokenSheets(edited)).toEqual(['src/ui/theme/tokens.css']);
});

describe('a sheet is refused', () => {
  const none = new Set<string>();
  const path = 'src/ui/a.css';

  it.each([
    ['past 400 lines', path, '\n'.repeat(400) + '@font-face {}', {}, [`${path}: 401 lines, more than 400: split it by its second idea`]],
    ['outside the layers', 'src/other/a.css', '', {}, ['src/other/a.css: has no layer (scripts/cssLayers.ts)']],
    ['with a class that nothing names', path, '.gone { gap: 8px; }', {}, [`${path}:1: no source names the class 'gone'`]],
    ['with one more value that is no token', path, 'p { gap: 7px; }', {}, [`${path}:1: 'gap: 7px' is no token (1 of 0 allowed)`]],
    [
      'with fewer than the list allows',
      path,
      'p { gap: 8px; }',
      { space: 1 },
      [`${path}: 0 values of kind 'space' are no token: lower 1 in scripts/sheetsAllowed.ts`],
    ],
  ])('%s', (_, of, css, allowed, problems) => {
    expect(sheetProblems(of, css, none, allowed)).toEqual(problems);
  });

  it('and not as it should be', () => {
    expect(sheetProblems(path, 'p { gap: 7px; }', none, { space: 1 })).toEqual([]);
  });
});
