/**
 * How large the person has text: 1 at the browser's 16 px, 2 at twice that. Sheets measure in rem and follow by themselves; for what is
 * measured in script: rows of a virtual table, canvases.
 */
export const textScale = (): number => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
