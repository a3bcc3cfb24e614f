import { decides, yes } from './judgement.ts';

/** A word of success over nothing, for pages that show how it looks (design system, samples): no other screen may take it, which the import rules hold. */
export const sampleYes = decides('sample', (words: string) => yes(`${words}`));
