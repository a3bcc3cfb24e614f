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
// These keep both cores busy by themselves, and some of them hold real time against limits.
await runSteps([platformTestsStep, postgresTestsStep]);
// The browser tests wait half of their time, for frames, and the process tests most of it: what the stories need is made beside them.
await Promise.all([runSteps([browserTestsStep]), runSteps([buildStep, seedStep, processTestsStep])]);
await runSteps([e2eStep]);
closingLine();
