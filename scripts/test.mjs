import { ensureChromium } from './browser.mjs';
import { install } from './install.mjs';
import { closeWhenEnded, closingLine, runSteps } from './runSteps.mjs';
import {
  browserTestsStep,
  buildStep,
  checkSteps,
  e2eStep,
  platformTestsStep,
  postgresTestsStep,
  processTestsStep,
  seedStep,
} from './steps.mjs';

// `npm test` (D-2): does its own set-up, runs everything that does not wait in real time whatever fails on the way, and ends with one line over all of it. The rest is
// `npm run test:long` (testLong.mjs).
install();
await ensureChromium();
closeWhenEnded();
await runSteps(checkSteps(), { together: 2 });
// Tests with a platform keep both cores busy by themselves, but for moments: what the stories need is made in those.
await Promise.all([runSteps([platformTestsStep]), runSteps([buildStep, seedStep])]);
// The browser tests wait half of their time, for frames, and the process tests most of it; the second database has its own processes.
await Promise.all([runSteps([browserTestsStep, postgresTestsStep]), runSteps([processTestsStep])]);
await runSteps([e2eStep]);
closingLine();
