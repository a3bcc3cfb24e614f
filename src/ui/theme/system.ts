import { createSystem, defaultBaseConfig, defineConfig, defineTextStyles } from '@chakra-ui/react';
import { colorNames, radii } from './names.ts';
import { dialogRecipe, drawerRecipe, menuRecipe } from './overlayRecipes.ts';

/**
 * Chakra tokens with the names of the custom properties in tokens.css: `color="fg-2"`, `bg="sunken"`. They refer to these properties, so
 * that a theme change needs no script and each value has one place.
 */
const colors = Object.fromEntries(colorNames.map((name) => [name, { value: `var(--${name})` }]));

/** A step of the type scale, as CSS values. */
export type TypeStep = {
  readonly fontSize: string;
  readonly lineHeight: string;
  readonly fontWeight: string;
  readonly letterSpacing?: string;
};

const step = (fontSize: string, lineHeight: string, fontWeight: string, letterSpacing?: string): TypeStep => ({
  fontSize,
  lineHeight,
  fontWeight,
  ...(letterSpacing === undefined ? {} : { letterSpacing }),
});

/** The type scale (LOOK, Type). */
export const typeScale = {
  caption: step('11.5px', '16px', '500'),
  small: step('12.5px', '18px', '400'),
  body: step('13px', '20px', '400'),
  label: step('13px', '20px', '550'),
  panelTitle: step('13px', '20px', '600', '-0.003em'),
  dialogTitle: step('16px', '24px', '650', '-0.012em'),
  pageTitle: step('20px', '24px', '650', '-0.018em'),
  tileNumber: step('26px', '32px', '600', '-0.025em'),
  kpiNumber: step('36px', '44px', '600', '-0.032em'),
} as const;

const textStyles = defineTextStyles(Object.fromEntries(Object.entries(typeScale).map(([name, value]) => [name, { value }])));

/**
 * The console's Chakra system: base utilities and only the recipes in use (FINDINGS, Sizes). No preflight: base.css is loaded before the
 * first script, in the same cascade layers.
 */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    cssVarsPrefix: 'uk',
    preflight: false,
    theme: {
      breakpoints: { sm: '600px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1680px' },
      tokens: {
        fonts: { body: { value: 'var(--font-sans)' }, mono: { value: 'var(--font-mono)' } },
        radii: Object.fromEntries(Object.entries(radii).map(([name, value]) => [name, { value }])),
        spacing: Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16].map((n) => [String(n), { value: `${n * 4}px` }])),
        sizes: { full: { value: '100%' } },
        zIndex: { bar: { value: 20 }, drawer: { value: 30 }, overlay: { value: 1000 }, menu: { value: 1100 } },
      },
      semanticTokens: { colors },
      textStyles,
      keyframes: {
        'uk-fade': { from: { opacity: 0 }, to: { opacity: 1 } },
        'uk-fade-out': { from: { opacity: 1 }, to: { opacity: 0 } },
        'uk-rise': { from: { opacity: 0, transform: 'translateY(6px)' }, to: { opacity: 1, transform: 'none' } },
        'uk-slide': { from: { opacity: 0, transform: 'translateX(24px)' }, to: { opacity: 1, transform: 'none' } },
        'uk-sheet': { from: { transform: 'translateY(100%)' }, to: { transform: 'none' } },
      },
      slotRecipes: { dialog: dialogRecipe, drawer: drawerRecipe, menu: menuRecipe },
    },
  }),
);
