import { createSystem, defaultBaseConfig, defineConfig, defineTextStyles } from '@chakra-ui/react';
import { colorNames } from './names.ts';
import { dialogRecipe, drawerRecipe, menuRecipe } from './overlayRecipes.ts';
import { breakpoints, layersAbove, radii, space, typeScale } from './tokens.ts';
import { em, rem } from './units.ts';

/**
 * Chakra tokens with the names of the custom properties in tokens.css: `color="fg-2"`, `bg="sunken"`. They refer to these properties, so
 * that a theme change needs no script and each value has one place.
 */
const colors = Object.fromEntries(colorNames.map((name) => [name, { value: `var(--${name})` }]));

const textStyles = defineTextStyles(Object.fromEntries(Object.entries(typeScale).map(([name, value]) => [name, { value }])));

/**
 * The console's Chakra system: base utilities and only the recipes in use (FINDINGS, Sizes). No preflight: base.css is loaded before the
 * first script. Recipes are below the other parts (scripts/cssLayers.ts).
 */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    cssVarsPrefix: 'uk',
    preflight: false,
    layers: { reset: 'reset', base: 'reset', tokens: 'tokens', recipes: 'parts.kit' },
    theme: {
      breakpoints: {
        sm: em(breakpoints.sm),
        md: em(breakpoints.md),
        lg: em(breakpoints.lg),
        xl: em(breakpoints.xl),
        '2xl': em(breakpoints['2xl']),
      },
      tokens: {
        fonts: { body: { value: 'var(--font-sans)' }, mono: { value: 'var(--font-mono)' } },
        radii: Object.fromEntries(Object.entries(radii).map(([name, value]) => [name, { value }])),
        spacing: Object.fromEntries(space.map((step) => [String(step / 4), { value: rem(step) }])),
        sizes: { full: { value: '100%' } },
        zIndex: Object.fromEntries(Object.entries(layersAbove).map(([name, value]) => [name, { value }])),
      },
      semanticTokens: { colors },
      textStyles,
      keyframes: {
        'uk-fade': { from: { opacity: 0 }, to: { opacity: 1 } },
        'uk-fade-out': { from: { opacity: 1 }, to: { opacity: 0 } },
        'uk-rise': { from: { opacity: 0, transform: 'translateY(0.375rem)' }, to: { opacity: 1, transform: 'none' } },
        'uk-slide': { from: { opacity: 0, transform: 'translateX(1.5rem)' }, to: { opacity: 1, transform: 'none' } },
        'uk-sheet': { from: { transform: 'translateY(100%)' }, to: { transform: 'none' } },
      },
      slotRecipes: { dialog: dialogRecipe, drawer: drawerRecipe, menu: menuRecipe },
    },
  }),
);
