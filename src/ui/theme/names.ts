/** Every colour a component may use (LOOK, Tokens). tokens.ts gives each its values. */
export const colorNames = [
  'canvas',
  'surface',
  'raised',
  'sunken',
  'hover',
  'selected',
  'line',
  'line-strong',
  'line-control',
  'fg',
  'fg-2',
  'fg-3',
  'accent',
  'accent-hover',
  'accent-ink',
  'accent-fg',
  'accent-tint',
  'accent-line',
  'ok',
  'ok-bg',
  'ok-line',
  'warn',
  'warn-bg',
  'warn-line',
  'bad',
  'bad-bg',
  'bad-line',
  'info',
  'info-bg',
  'info-line',
  'idle',
  'idle-bg',
  'idle-line',
  'ko',
  'scrim',
] as const;
export type ColorName = (typeof colorNames)[number];

/** Meaning of a colour. Components take a tone, never a colour. */
export const tones = ['ok', 'warn', 'bad', 'info', 'idle'] as const;
export type Tone = (typeof tones)[number];
