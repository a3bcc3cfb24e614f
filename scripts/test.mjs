import { ensureChromium } from './browser.mjs';
import { withoutGlewlwyd } from './glewlwyd.mjs';
import { install } from './install.mjs';
import { closeWhenEnded, closingLine, runSteps } from './runSteps.mjs';
import { browserTestsStep, buildStep, checkSteps, e2eStep, platformTestsStep, postgresTestsStep, seedStep } from './steps.mjs';

// `npm test` (D-2): sets everything up, runs everything that does not wait in real time despite failures, and ends with one summary line.
// The rest is `npm run test:long` (testLong.mjs).
install();
await ensureChromium();
closeWhenEnded();
await runSteps(checkSteps(), { together: 2 });
// Where there is no PostgreSQL, the tests that run on either database are part of the platform tests (steps.mjs).
await Promise.all([runSteps([postgresTestsStep]), runSteps([buildStep, seedStep])]);
// Browser tests spend half of their time waiting for frames, and many of the platform tests left wait for processes. Stories run alone:
// beside others both would take as long as one after the other, and stories would time out.
await Promise.all([runSteps([browserTestsStep]), runSteps([platformTestsStep, ...withoutGlewlwyd()])]);
await runSteps([e2eStep]);
closingLine();
