import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { genderedComments, isRetired, retiredNames, retiredPatterns } from './glossaryRules.ts';
import { root } from './root.mjs';
import { runSourceChecks, type SourceCheck } from './sourceChecks.ts';

const patterns = retiredPatterns(readFileSync(join(root, 'docs/GLOSSARY.md'), 'utf8'));

/**
 * Names keep to docs/GLOSSARY.md: a word that it retires does not come back, in an identifier or a file name. Comments call a person 'they' or
 * by the role.
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
    ...genderedComments(parsed, source).map(({ line, text }) => ({
      line,
      what: `'${text}' in a comment: write 'they', or name the role`,
    })),
  ],
  summary: (files, refused) => `${files} files, ${patterns.length} retired words, ${refused} refused.`,
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) runSourceChecks([glossaryCheck]);
