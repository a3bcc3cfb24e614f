import { ensureChromium } from './browser.mjs';
import { install } from './install.mjs';
import { closeWhenEnded, closingLine, runSteps } from './runSteps.mjs';
import { browserTestsStep, buildStep, checkSteps, e2eStep, platformTestsStep, postgresTestsStep, seedStep } from './steps.mjs';

// `npm test` (D-2): does its own set-up, runs everything that does not wait in real time whatever fails on the way, and ends with one line over all of it. The rest is
// `npm run test:long` (testLong.mjs).
install();
await ensureChromium();
closeWhenEnded();
await runSteps(checkSteps(), { together: 2 });
// Stories and browser tests wait half of their time, for frames and moments, and the tests with a platform hardly ever: one after the other they leave a core idle.
await Promise.all([runSteps([buildStep, seedStep, e2eStep]), runSteps([platformTestsStep, browserTestsStep, postgresTestsStep])]);
closingLine();
