import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { genderedComments, isRetired, phrasesShown, retiredNames, retiredPatterns, retiredPhrases } from './glossaryRules.ts';
import { root } from './root.mjs';
import { runSourceChecks, type SourceCheck } from './sourceChecks.ts';

const glossary = readFileSync(join(root, 'docs/GLOSSARY.md'), 'utf8');
const patterns = retiredPatterns(glossary);
const phrases = retiredPhrases(glossary);
/** What people read: the console, and what the platform says to them. Tests quote what other sources say. */
const isShown = (path: string): boolean => /^(src|server)\//.test(path) && !/\.test\.tsx?$/.test(path);

/**
 * Names keep to docs/GLOSSARY.md: a word that it retires does not come back, in an identifier or a file name. Comments call a person 'they' or
 * by the role. No text on screen uses a phrase that the glossary quotes as one to avoid.
 */
export const glossaryCheck: SourceCheck = {
  judges: () => true,
  findings: (path, source, parsed) => [
    ...(isRetired(basename(path).replace(/\..*$/, ''), patterns)
      ? [{ line: 1, what: 'the file name uses a word that docs/GLOSSARY.md retires' }]
      : []),
    ...retiredNames(parsed, source, patterns).map(({ line, text }) => ({
      line,
      what: `'${text}' uses a word that docs/GLOSSARY.md retires: take the term it gives`,
    })),
    ...(isShown(path) ? phrasesShown(parsed, source, phrases) : []).map(({ line, text }) => ({
      line,
      what: `a text says “${text}”, which docs/GLOSSARY.md avoids on screens: take the term it gives`,
    })),
    ...genderedComments(parsed, source).map(({ line, text }) => ({
      line,
      what: `'${text}' in a comment: write 'they', or name the role`,
    })),
  ],
  summary: (files, refused) => `${files} files, ${patterns.length} retired words, ${phrases.length} phrases, ${refused} refused.`,
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) runSourceChecks([glossaryCheck]);
