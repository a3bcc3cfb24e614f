import { decides, yes } from './judgement.ts';

/**
 * A success word without evidence, for pages that show its look (design system, samples); import rules keep other screens from using it.
 */
export const sampleYes = decides('sample', (words: string) => yes(`${words}`));
