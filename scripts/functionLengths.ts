import { pathToFileURL } from 'node:url';
import { functionFindings, longFunctions, maxFunctionLines } from './functionLengthRules.ts';
import { keptFunctions } from './functionLengthsKept.ts';
import { runSourceChecks, type SourceCheck } from './sourceChecks.ts';

/** No function is longer than the maximum. Tests are judged too: their bodies may be long, their helpers may not. */
export const functionLengthsCheck: SourceCheck = {
  judges: () => true,
  findings: (path, source, parsed) => functionFindings(path, longFunctions(parsed, source), keptFunctions),
  summary: (files, refused) => `${files} files, ${refused} functions over ${maxFunctionLines} lines.`,
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) runSourceChecks([functionLengthsCheck]);
