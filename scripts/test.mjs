import { ensureChromium } from './browser.mjs';
import { install } from './install.mjs';
import { runSteps } from './runSteps.mjs';
import {
  browserTestsStep,
  buildStep,
  e2eStep,
  formatStep,
  importsStep,
  ledgerStep,
  lintStep,
  nodeTestsStep,
  platformTestsStep,
  postgresTestsStep,
  typeSteps,
} from './steps.mjs';

// `npm test` (D-2): does its own set-up, runs everything whatever fails on the way, and ends with one line over all of it.
install();
await ensureChromium();
const total = await runSteps([
  ...typeSteps(),
  formatStep,
  lintStep,
  importsStep,
  ledgerStep,
  nodeTestsStep,
  platformTestsStep,
  postgresTestsStep,
  browserTestsStep,
  buildStep,
  e2eStep,
]);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
