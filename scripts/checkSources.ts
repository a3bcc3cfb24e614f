import { docCommentsCheck } from './docComments.ts';
import { functionLengthsCheck } from './functionLengths.ts';
import { glossaryCheck } from './glossary.ts';
import { runSourceChecks } from './sourceChecks.ts';

// A step of `npm run check`: the checks that look at one file at a time share one pass of the parser.
runSourceChecks([glossaryCheck, docCommentsCheck, functionLengthsCheck]);
