import { defineSlotRecipe } from '@chakra-ui/react';
import { dialogAnatomy, drawerAnatomy, menuAnatomy } from '@chakra-ui/react/anatomy';

const backdrop = {
  position: 'fixed',
  inset: 0,
  bg: 'scrim',
  zIndex: 'calc({zIndex.overlay} + var(--layer-index, 0))',
  _open: { animation: 'uk-fade 120ms ease-out' },
  _closed: { animation: 'uk-fade-out 120ms ease-out' },
} as const;
const positioner = {
  position: 'fixed',
  inset: 0,
  display: 'flex',
  zIndex: 'calc({zIndex.overlay} + var(--layer-index, 0))',
  overscrollBehavior: 'none',
} as const;
const footer = {
  display: 'flex',
  alignItems: 'center',
  gap: '0.5rem',
  py: '0.75rem',
  px: '1.5rem',
  borderTop: '1px solid {colors.line}',
  flex: 'none',
} as const;

/** Dialog: 496 form, 608 steps, 872 verdict (LOOK, Anatomy); below 600 px it slides up and fills the screen. */
export const dialogRecipe = defineSlotRecipe({
  className: 'uk-dialog',
  slots: dialogAnatomy.keys(),
  base: {
    backdrop,
    positioner: {
      ...positioner,
      justifyContent: 'center',
      alignItems: 'flex-start',
      paddingTop: 'min(12vh, 7rem)',
      px: '1rem',
      pb: '1rem',
      overflow: 'auto',
      smDown: { p: 0, alignItems: 'flex-end' },
    },
    content: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      width: '100%',
      bg: 'raised',
      color: 'fg',
      border: '1px solid {colors.line-strong}',
      borderRadius: 'dialog',
      boxShadow: 'var(--shadow-overlay)',
      outline: 0,
      maxHeight: 'calc(100dvh - min(12vh, 7rem) - 1rem)',
      _open: { animation: 'uk-rise 160ms ease-out' },
      _closed: { animation: 'uk-fade-out 120ms ease-out' },
      smDown: {
        maxWidth: '100%!',
        maxHeight: '92dvh',
        borderRadius: '16px 16px 0 0',
        borderWidth: '1px 0 0',
        _open: { animation: 'uk-sheet 160ms ease-out' },
      },
    },
    header: {
      display: 'flex',
      alignItems: 'flex-start',
      gap: '0.75rem',
      pt: '1.125rem',
      pb: '0.875rem',
      px: '1.5rem',
      flex: 'none',
      smDown: { px: '1rem' },
    },
    title: { textStyle: 'dialogTitle' },
    description: { color: 'fg-2' },
    body: { flex: '1', minHeight: 0, overflow: 'auto', px: '24px', pb: '1.125rem', smDown: { px: '1rem' } },
    footer: { ...footer, smDown: { px: '1rem', pb: 'max(0.75rem, env(safe-area-inset-bottom))', flexWrap: 'wrap' } },
  },
  variants: {
    size: {
      sm: { content: { maxWidth: '25rem' } },
      md: { content: { maxWidth: '31rem' } },
      lg: { content: { maxWidth: '38rem' } },
      xl: { content: { maxWidth: '54.5rem' } },
    },
  },
  defaultVariants: { size: 'md' },
});

/** Drawer above the page (below 1280) and bottom sheet (phones, tablets). At 1280 and up the drawer is not an overlay: Drawer.tsx. */
export const drawerRecipe = defineSlotRecipe({
  className: 'uk-drawer',
  slots: drawerAnatomy.keys(),
  base: {
    backdrop,
    positioner: { ...positioner },
    content: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      bg: 'raised',
      color: 'fg',
      boxShadow: 'var(--shadow-overlay)',
      outline: 0,
    },
    body: { flex: '1', minHeight: 0, overflow: 'auto' },
    footer: { ...footer, px: '1.25rem', pb: 'max(0.75rem, env(safe-area-inset-bottom))', smDown: { flexWrap: 'wrap' } },
  },
  variants: {
    placement: {
      end: {
        positioner: { justifyContent: 'flex-end' },
        content: {
          width: 'min(28.5rem, 100vw)',
          height: '100dvh',
          borderLeft: '1px solid {colors.line-strong}',
          _open: { animation: 'uk-slide 160ms ease-out' },
          _closed: { animation: 'uk-fade-out 120ms ease-out' },
        },
      },
      bottom: {
        positioner: { alignItems: 'flex-end' },
        content: {
          width: '100vw',
          maxHeight: '88dvh',
          borderTop: '1px solid {colors.line-strong}',
          borderRadius: '16px 16px 0 0',
          _open: { animation: 'uk-sheet 160ms ease-out' },
          _closed: { animation: 'uk-fade-out 120ms ease-out' },
        },
      },
    },
  },
  defaultVariants: { placement: 'end' },
});

/** Menus: raised, 6 px padding, 40 px rows (32 in filter menus); the highlighted row has the focus ring inside. */
export const menuRecipe = defineSlotRecipe({
  className: 'uk-menu',
  slots: menuAnatomy.keys(),
  base: {
    positioner: { zIndex: 'menu' },
    content: {
      minWidth: 'max(11.25rem, var(--reference-width))',
      maxWidth: 'min(22.5rem, calc(100vw - 1rem))',
      maxHeight: 'min(var(--available-height), 30rem)',
      overflowY: 'auto',
      p: '0.375rem',
      bg: 'raised',
      color: 'fg',
      border: '1px solid {colors.line-strong}',
      borderRadius: '10px',
      boxShadow: 'var(--shadow-raised)',
      outline: 0,
      zIndex: 'menu',
      _open: { animation: 'uk-fade 120ms ease-out' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '0.625rem',
      minHeight: '2.25rem',
      px: '0.625rem',
      borderRadius: 'control',
      cursor: 'pointer',
      userSelect: 'none',
      outline: 0,
      fontWeight: '500',
      _highlighted: { bg: 'hover', boxShadow: 'inset 0 0 0 2px {colors.accent-fg}' },
      _disabled: { color: 'fg-3', cursor: 'not-allowed' },
      '@media (pointer: coarse)': { minHeight: '2.75rem' },
    },
    itemText: { flex: '1' },
    itemGroupLabel: { textStyle: 'caption', color: 'fg-3', px: '10px', py: '0.25rem' },
    separator: { height: '1px', bg: 'line', my: '0.375rem', mx: '-0.375rem' },
  },
});
