import { breakpoints, colors, depth, faces, layersAbove, type Looks, measures, motion, radii, skinKitRadii, skinRadii } from './tokens.ts';
import { em, rem } from './units.ts';

type Lines = readonly (readonly [name: string, value: string])[];

const named = (prefix: string, values: Readonly<Record<string, string | number>>): Lines =>
  Object.entries(values).map(([name, value]) => [`${prefix}${name}`, String(value)]);
const inLook = (table: Readonly<Record<string, Looks>>, look: keyof Looks): Lines =>
  Object.entries(table).flatMap(([name, values]) => (values[look] === undefined ? [] : [[name, values[look]] as const]));
const measured = (look: 'light' | 'phone' | 'morphic' | 'morphicPhone'): Lines =>
  Object.entries<Partial<Record<typeof look, number>>>(measures).flatMap(([name, values]) =>
    values[look] === undefined ? [] : [[name, rem(values[look])] as const],
  );
const painted = (look: keyof Looks): Lines => [...inLook(colors, look), ...inLook(depth, look)];

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
const rule = (selector: string, lines: Lines, scheme?: string): string =>
  `${selector} {\n${scheme === undefined ? '' : `  color-scheme: ${scheme};\n`}${lines.map(([name, value]) => `  --${name}: ${value};\n`).join('')}}\n`;
const media = (query: string, ...rules: readonly string[]): string => `@media ${query} {\n${rules.map(indented).join('')}}\n`;
const phone = `(max-width: ${em(breakpoints.sm - 1)})`;

const made =
  'Written by scripts/tokens.ts from tokens.ts, which has the meaning of each; change the table, then run `npx tsx scripts/tokens.ts`.';

/** The colours that are seen before the theme is chosen, by whoever's system is dark: no script has run yet. */
const beforeTheme = ['canvas', 'surface', 'line', 'fg', 'fg-2', 'fg-3'] as const;

/** tokens.css: the tokens as custom properties, so that colours are right before any script has run and cost nothing at run time. */
export function tokensCss(): string {
  return [
    `/* ${made} */\n`,
    rule(
      ':root',
      [
        ...painted('light'),
        ...named('radius-', radii),
        ...measured('light'),
        ...named('z-', layersAbove),
        ...named('', motion),
        ...named('', faces),
      ],
      'light',
    ),
    '\n/* Paper is white whatever the screen is (D: A4). */\n',
    media('not print', rule(':root[data-theme="dark"]', painted('dark'), 'dark')),
    '\n/* Before the theme is chosen (no script yet): no white flash for those whose system is dark. */\n',
    media(
      '(prefers-color-scheme: dark)',
      rule(
        ':root:not([data-theme])',
        beforeTheme.map((name) => [name, colors[name].dark] as const),
        'dark',
      ),
    ),
    '\n',
    rule(':root[data-theme="dark"][data-display="wall"]', painted('wall')),
    '\n',
    media(phone, rule(':root', measured('phone'))),
    '\n/* Under reduced motion nothing moves and nothing fades. */\n',
    media(
      '(prefers-reduced-motion: reduce)',
      rule(
        ':root',
        Object.keys(motion).map((name) => [name, '0ms'] as const),
      ),
    ),
  ].join('');
}

/** morphic/tokens.css: the tokens that the skin changes, and its own. Paper and forced colours keep the standard look. */
export function morphicTokensCss(): string {
  return [
    `/* ${made} */\n`,
    media(
      'screen and (forced-colors: none)',
      rule(':root[data-skin="morphic"]', [
        ...painted('morphic'),
        ...named('radius-', skinRadii),
        ...named('uk-radii-', skinKitRadii),
        ...measured('morphic'),
      ]),
      rule(':root[data-theme="dark"][data-skin="morphic"]', painted('morphicDark')),
      media(phone, rule(':root[data-skin="morphic"]', measured('morphicPhone'))),
    ),
  ].join('');
}

/** The generated sheets by file, relative to this folder. */
export const tokenSheets = { 'tokens.css': tokensCss, 'morphic/tokens.css': morphicTokensCss } as const;
