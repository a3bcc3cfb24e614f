/** A length in px at the browser's own text size, as CSS that follows the size that the person has chosen. */
export const rem = (px: number): string => `${px / 16}rem`;

/** The same for a media query, in which an em is that size. */
export const em = (px: number): string => `${px / 16}em`;
