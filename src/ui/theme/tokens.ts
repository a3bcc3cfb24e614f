import type { ColorName } from './names.ts';
import { rem } from './units.ts';

/**
 * The tokens of the look (LOOK, Tokens): colour, depth, radius, space, type, motion, breakpoints and z. The only place of these values:
 * `npx tsx scripts/tokens.ts` writes tokens.css and morphic/tokens.css from it, and Chakra's system (system.ts) reads it.
 */

/** Values of a token by look. What a look leaves out comes from the one to its left, the skin's dark from both. */
export interface Looks {
  readonly light?: string;
  readonly dark?: string;
  /** The wall is always dark, and deeper: it is read at four metres. */
  readonly wall?: string;
  readonly morphic?: string;
  readonly morphicDark?: string;
}

/** Every colour a component may use. */
export const colors: Readonly<Record<ColorName, Looks & { readonly light: string; readonly dark: string }>> = {
  canvas: { light: '#f5f7f6', dark: '#0b0f0d', wall: '#070a09', morphic: '#e9efec', morphicDark: '#171d1a' },
  surface: { light: '#ffffff', dark: '#121715', wall: '#0f1412', morphic: '#f2f6f4', morphicDark: '#1c2320' },
  raised: { light: '#ffffff', dark: '#1a201d', morphic: '#f8fbf9', morphicDark: '#232b27' },
  sunken: { light: '#f0f3f1', dark: '#0e1311', morphic: '#e3eae6', morphicDark: '#131815' },
  hover: { light: '#f0f3f1', dark: '#1a211e', morphic: '#e6ede9', morphicDark: '#222a26' },
  selected: { light: '#e9f4ee', dark: '#12271f', morphic: '#dcece4', morphicDark: '#183027' },
  line: { light: '#e1e6e3', dark: '#222a26', wall: '#26302b', morphic: '#d5ded9', morphicDark: '#29322d' },
  'line-strong': { light: '#c9d1cd', dark: '#36413b', morphic: '#bfcac4', morphicDark: '#3a4640' },
  'line-control': { light: '#7e8a84', dark: '#6b7771', morphic: '#77857f', morphicDark: '#76837d' },
  fg: { light: '#121815', dark: '#e9efec', morphic: '#111a16', morphicDark: '#eaf0ed' },
  'fg-2': { light: '#45504b', dark: '#b1bcb6', wall: '#c3cdc8', morphic: '#3d4944', morphicDark: '#b8c3bd' },
  'fg-3': { light: '#616d67', dark: '#8d9993', wall: '#9faba5', morphic: '#505d57', morphicDark: '#97a39d' },
  accent: { light: '#0e5540', dark: '#35a67e', morphicDark: '#3bb087' },
  'accent-hover': { light: '#0a4333', dark: '#46b98f', morphicDark: '#4cc399' },
  'accent-ink': { light: '#ffffff', dark: '#03130d' },
  'accent-fg': { light: '#0f5f47', dark: '#5ec9a1', morphic: '#0d5841', morphicDark: '#66cfa8' },
  'accent-tint': { light: '#e9f4ee', dark: '#10261e', morphic: '#dcece4', morphicDark: '#183027' },
  'accent-line': { light: '#b5d8c7', dark: '#22503f', morphic: '#a9d0be', morphicDark: '#2a5c49' },
  ok: { light: '#1b7339', dark: '#62cd85', morphic: '#176334', morphicDark: '#6ad28c' },
  'ok-bg': { light: '#ebf6ee', dark: '#10231a', morphic: '#ddefe2', morphicDark: '#172d22' },
  'ok-line': { light: '#bfe0c8', dark: '#1f4630', morphic: '#b4d9bf', morphicDark: '#285039' },
  warn: { light: '#8a4e00', dark: '#f0b354', morphic: '#774300', morphicDark: '#f2b95f' },
  'warn-bg': { light: '#fff5e3', dark: '#271d0c', morphic: '#f7ebd3', morphicDark: '#302613' },
  'warn-line': { light: '#efd09a', dark: '#54401b', morphic: '#e3c488', morphicDark: '#5e4a22' },
  bad: { light: '#b3261e', dark: '#ff8f84', morphic: '#a0201a', morphicDark: '#ff978c' },
  'bad-bg': { light: '#fdf0ee', dark: '#2b1412', morphic: '#f7e3e0', morphicDark: '#351c19' },
  'bad-line': { light: '#f2c5c0', dark: '#642c27', morphic: '#e6b6b0', morphicDark: '#6c352f' },
  info: { light: '#195a9e', dark: '#82baf3', morphic: '#164f8b', morphicDark: '#8bc0f5' },
  'info-bg': { light: '#edf4fb', dark: '#0f1f2e', morphic: '#dfe9f3', morphicDark: '#172837' },
  'info-line': { light: '#c2d9ef', dark: '#214464', morphic: '#b3cce4', morphicDark: '#2a4d6e' },
  idle: { light: '#616d67', dark: '#8d9993', morphic: '#505d57', morphicDark: '#97a39d' },
  'idle-bg': { light: '#f0f3f1', dark: '#1a211e', morphic: '#dfe6e2', morphicDark: '#222a26' },
  'idle-line': { light: '#d5dbd8', dark: '#36413b', morphic: '#c7d1cc', morphicDark: '#3a4640' },
  ko: { light: '#ffffff', dark: '#0b0f0d', morphicDark: '#131815' },
  scrim: { light: 'rgb(16 24 20 / 36%)', dark: 'rgb(3 6 5 / 62%)' },
};

/** Shadows; in the morphic skin also its material and its light, from the top left, with the shade to the bottom right. */
export const depth: Readonly<Record<string, Looks>> = {
  'shadow-control': { light: '0 1px 2px rgb(18 24 21 / 5%)', dark: 'none', morphic: 'var(--depth-control)' },
  'shadow-raised': {
    light: '0 4px 16px rgb(18 24 21 / 9%), 0 0 0 1px rgb(18 24 21 / 5%)',
    dark: '0 8px 24px rgb(0 0 0 / 50%)',
    morphic: '10px 14px 34px rgb(70 92 82 / 30%), -4px -4px 16px rgb(255 255 255 / 60%), 0 1px 3px var(--contact)',
    morphicDark: '10px 14px 34px rgb(0 0 0 / 55%), 0 0 0 1px var(--rim)',
  },
  'shadow-overlay': {
    light: '0 24px 64px rgb(18 24 21 / 20%), 0 4px 12px rgb(18 24 21 / 8%)',
    dark: '0 24px 72px rgb(0 0 0 / 65%)',
    morphic: '18px 28px 72px rgb(40 62 52 / 34%), 0 2px 8px rgb(40 62 52 / 14%)',
    morphicDark: '18px 28px 80px rgb(0 0 0 / 70%), 0 0 0 1px var(--rim)',
  },
  lit: { morphic: 'rgb(255 255 255 / 92%)', morphicDark: 'rgb(78 98 88 / 22%)' },
  shade: { morphic: 'rgb(112 134 124 / 36%)', morphicDark: 'rgb(0 0 0 / 46%)' },
  rim: { morphic: 'rgb(255 255 255 / 78%)', morphicDark: 'rgb(140 170 156 / 14%)' },
  contact: { morphic: 'rgb(34 58 47 / 10%)', morphicDark: 'rgb(0 0 0 / 40%)' },
  material: { morphic: 'linear-gradient(150deg, #f9fcfa, #edf3f0)', morphicDark: 'linear-gradient(150deg, #222a26, #1a211e)' },
  pressed: { morphic: 'linear-gradient(150deg, #e2e9e5, #eaf0ed)', morphicDark: 'linear-gradient(150deg, #121714, #181e1b)' },
  'depth-card': { morphic: '9px 10px 26px var(--shade), -8px -8px 22px var(--lit), 0 1px 2px var(--contact)' },
  'depth-control': { morphic: '3px 4px 9px var(--shade), -3px -3px 8px var(--lit), 0 1px 2px var(--contact)' },
  'depth-well': {
    morphic: 'inset 3px 3px 7px var(--shade), inset -3px -3px 7px var(--lit)',
    morphicDark: 'inset 3px 3px 7px rgb(0 0 0 / 50%), inset -2px -2px 6px var(--lit)',
  },
  'depth-groove': { morphic: 'inset 1px 1px 3px var(--shade), inset -1px -1px 2px var(--lit)' },
};

/** Radii of the parts. */
export const radii = { box: '4px', badge: '5px', control: '6px', card: '8px', dialog: '12px', sheet: '16px' } as const;
/** Radii of the skin; `well` is its own. */
export const skinRadii = {
  box: '6px',
  badge: '999px',
  control: '999px',
  card: '20px',
  well: '14px',
  dialog: '24px',
  sheet: '28px',
} as const;
/** Overlays in the skin: a menu's row or a dialog's field is too large for a pill. */
export const skinKitRadii = { box: '6px', badge: '999px', control: '12px', card: '20px', dialog: '24px', sheet: '28px' } as const;

/** Steps of space, px; 8 is the beat, what lies between its multiples is for tables, chips and second lines. */
export const space = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 40] as const;

/** Sizes of text, px: those of the type scale, 12 for second lines, 14 and 15 for touch and leads. */
export const fontSizes = [11.5, 12, 12.5, 13, 14, 15, 16, 20, 26, 36] as const;

/** Measures of the page, px, by look; `phone` below the first breakpoint. */
export const measures = {
  'bar-height': { light: 52 },
  'page-gutter': { light: 24, phone: 16 },
  gap: { light: 16, phone: 12, morphic: 24, morphicPhone: 16 },
  'row-gap': { light: 12, morphic: 22, morphicPhone: 16 },
} as const satisfies Readonly<Record<string, Partial<Record<'light' | 'phone' | 'morphic' | 'morphicPhone', number>>>>;

/** Transitions; none under reduced motion. */
export const motion = { quick: '120ms ease-out', move: '160ms ease-out' } as const;

/** Widths at which the layout changes, px at the usual text size: the least of each range. Below `enlarged` no phone is, but its text is larger. */
export const breakpoints = { enlarged: 280, xs: 360, sm: 600, md: 768, lg: 1024, bar: 1120, xl: 1280, '2xl': 1680 } as const;

/** Order above the page. Within a part, numbers from -1 to 5 order its own pieces. */
export const layersAbove = {
  line: 18,
  tools: 19,
  bar: 20,
  drawer: 30,
  tip: 40,
  overlay: 1000,
  menu: 1100,
  skip: 1300,
  toast: 1400,
  dropping: 2000,
} as const;

/** Faces, each with a fallback of the same metrics (fonts.css). */
export const faces = {
  'font-sans': '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", sans-serif',
  'font-mono': '"JetBrains Mono Variable", "JetBrains Mono Fallback", ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace',
} as const;

/** A step of the type scale, as CSS values: a type alias, which Chakra's styles with custom properties accept. */
export type TypeStep = {
  readonly fontSize: string;
  readonly lineHeight: string;
  readonly fontWeight: string;
  readonly letterSpacing?: string;
};

/** @param size and @param line in px at the browser's own text size; as CSS, a rem and a number. */
const step = (size: number, line: number, fontWeight: string, letterSpacing?: string): TypeStep => ({
  fontSize: rem(size),
  lineHeight: String(Math.ceil((line / size) * 10_000) / 10_000),
  fontWeight,
  ...(letterSpacing === undefined ? {} : { letterSpacing }),
});

/** The type scale (LOOK, Type). */
export const typeScale = {
  caption: step(11.5, 16, '500'),
  small: step(12.5, 18, '400'),
  body: step(13, 20, '400'),
  label: step(13, 20, '550'),
  panelTitle: step(13, 20, '600', '-0.003em'),
  dialogTitle: step(16, 24, '650', '-0.012em'),
  pageTitle: step(20, 24, '650', '-0.018em'),
  tileNumber: step(26, 32, '600', '-0.025em'),
  kpiNumber: step(36, 44, '600', '-0.032em'),
} as const;
