import { install } from './install.mjs';
import { runSteps } from './runSteps.mjs';
import { checkSteps } from './steps.mjs';

// `npm run check`: run it before each commit. Types, format, lint (with file sizes), imports, ledger ids, and the tests that start no
// browser, platform or process.
install();
const total = await runSteps(checkSteps(), { together: 2 });
process.exitCode = total.failed === 0 ? 0 : 1;
