import { ensureChromium } from './browser.mjs';
import { install } from './install.mjs';
import { runSteps } from './runSteps.mjs';
import { browserTestsStep, buildStep, checkSteps, e2eStep, platformTestsStep, postgresTestsStep } from './steps.mjs';

// `npm test` (D-2): does its own set-up, runs everything whatever fails on the way, and ends with one line over all of it.
install();
await ensureChromium();
const quick = await runSteps(checkSteps(), { together: 2 });
// These keep both cores busy by themselves, and some of them hold real time against limits.
const rest = await runSteps([platformTestsStep, postgresTestsStep, browserTestsStep, buildStep, e2eStep]);
const [passed, failed, skipped] = [quick.passed + rest.passed, quick.failed + rest.failed, quick.skipped + rest.skipped];
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
