import { ensureChromium } from './browser.mjs';
import { install } from './install.mjs';
import { closeWhenEnded, closingLine, runSteps } from './runSteps.mjs';
import { buildStep, deeperSteps, longE2eStep, morePostgresTestsStep, seedStep } from './steps.mjs';

// `npm run test:long`: what `npm test` leaves out because it waits in real time, is of great depth, or proves at length what something faster proves too. Together
// they are the whole suite, and CI runs both (.ci/run).
install();
await ensureChromium();
closeWhenEnded();
await runSteps([buildStep, seedStep]);
await runSteps([longE2eStep]);
await runSteps([morePostgresTestsStep, ...deeperSteps()]);
closingLine();
