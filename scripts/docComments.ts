import { pathToFileURL } from 'node:url';
import { isJudged, undocumentedExports } from './docCommentRules.ts';
import { runSourceChecks, type SourceCheck } from './sourceChecks.ts';

/** Exported functions and types carry a doc comment that says what their name does not. */
export const docCommentsCheck: SourceCheck = {
  judges: isJudged,
  findings: (_path, source, parsed) =>
    undocumentedExports(parsed, source).map(({ line, name, kind, flaw }) => ({
      line,
      what:
        flaw === 'missing'
          ? `the ${kind} '${name}' is exported without a doc comment: give its meaning, units, errors and source`
          : `the doc comment of '${name}' repeats its name: say what the name does not`,
    })),
  summary: (files, refused) => `${files} files, ${refused} exports without a doc comment.`,
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) runSourceChecks([docCommentsCheck]);
