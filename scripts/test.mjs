import { ensureChromium } from './browser.mjs';
import { withoutGlewlwyd } from './glewlwyd.mjs';
import { install } from './install.mjs';
import { closeWhenEnded, closingLine, runSteps } from './runSteps.mjs';
import { browserTestsStep, buildStep, checkSteps, e2eStep, platformTestsStep, postgresTestsStep, seedStep } from './steps.mjs';

// `npm test` (D-2): does its own set-up, runs everything that does not wait in real time whatever fails on the way, and ends with one line over all of it. The rest is
// `npm run test:long` (testLong.mjs).
install();
await ensureChromium();
closeWhenEnded();
await runSteps(checkSteps(), { together: 2 });
// Tests with a platform keep both cores busy by themselves, but for moments: what the stories need is made in those.
await Promise.all([runSteps([platformTestsStep, ...withoutGlewlwyd()]), runSteps([buildStep, seedStep])]);
// The browser tests wait half of their time, for frames, and the second database has its own processes. Stories stand alone: beside tests with a platform both take as long as
// one after the other, and what a story waits for comes late.
await Promise.all([runSteps([browserTestsStep]), runSteps([postgresTestsStep])]);
await runSteps([e2eStep]);
closingLine();
