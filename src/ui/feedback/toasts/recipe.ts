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
      gridTemplateColumns: '18px 1fr 24px',
      columnGap: '10px',
      alignItems: 'start',
      ps: '14px',
      pe: '8px',
      bg: 'raised',
      color: 'fg',
      border: '1px solid {colors.line-strong}',
      borderRadius: '10px',
      boxShadow: 'var(--shadow-raised)',
    },
    glyph: { display: 'grid', placeItems: 'center', height: '20px', mt: '12px', color: 'var(--tone)' },
    words: { py: '12px', minWidth: 0 },
    title: { fontWeight: '600', lineHeight: '20px', overflowWrap: 'anywhere' },
    text: { fontSize: '12.5px', lineHeight: '18px', color: 'fg-2', overflowWrap: 'anywhere' },
    close: {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      width: '24px',
      height: '24px',
      mt: '10px',
      borderRadius: '4px',
      color: 'fg-3',
      _hover: { bg: 'hover', color: 'fg' },
      '@media (pointer: coarse)': { _after: { content: '""', position: 'absolute', inset: '-10px' } },
    },
  },
  variants: {
    tone: {
      ok: {},
      bad: {},
      warn: {},
      info: {},
      /** No tone, so no glyph. */
      plain: { root: { gridTemplateColumns: '1fr 24px' } },
    },
  },
  defaultVariants: { tone: 'info' },
});
