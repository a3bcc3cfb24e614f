import { defineSlotRecipe } from '@chakra-ui/react';

/**
 * A toast: 356 px, one sentence, raised (LOOK, Anatomy; I-20). In a file beside the lazily loaded stack, to keep it out of the first
 * load.
 */
export const toastRecipe = defineSlotRecipe({
  className: 'uk-toast',
  slots: ['root', 'glyph', 'words', 'title', 'text', 'close'],
  base: {
    root: {
      display: 'grid',
      gridTemplateColumns: '1.125rem 1fr 1.5rem',
      columnGap: '0.625rem',
      alignItems: 'start',
      ps: '0.875rem',
      pe: '0.5rem',
      bg: 'raised',
      color: 'fg',
      border: '1px solid {colors.line-strong}',
      borderRadius: '10px',
      boxShadow: 'var(--shadow-raised)',
    },
    glyph: { display: 'grid', placeItems: 'center', height: '1.25rem', mt: '0.75rem', color: 'var(--tone)' },
    words: { py: '0.75rem', minWidth: 0 },
    title: { fontWeight: '600', lineHeight: '1.25rem', overflowWrap: 'anywhere' },
    text: { fontSize: '0.78125rem', lineHeight: '1.44', color: 'fg-2', overflowWrap: 'anywhere' },
    close: {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      width: '1.5rem',
      height: '1.5rem',
      mt: '0.625rem',
      borderRadius: '4px',
      color: 'fg-3',
      _hover: { bg: 'hover', color: 'fg' },
      '@media (pointer: coarse)': { _after: { content: '""', position: 'absolute', inset: '-0.625rem' } },
    },
  },
  variants: {
    tone: {
      ok: {},
      bad: {},
      warn: {},
      info: {},
      /** No tone, so no glyph. */
      plain: { root: { gridTemplateColumns: '1fr 1.5rem' } },
    },
  },
  defaultVariants: { tone: 'info' },
});
