import { ensureChromium } from './browser.mjs';
import { install } from './install.mjs';
import { runSteps } from './runSteps.mjs';
import { browserTestsStep, buildStep, checkSteps, e2eStep, platformTestsStep, postgresTestsStep, seedStep } from './steps.mjs';

// `npm test` (D-2): does its own set-up, runs everything whatever fails on the way, and ends with one line over all of it.
install();
await ensureChromium();
const quick = await runSteps(checkSteps(), { together: 2 });
// These keep both cores busy by themselves, and some of them hold real time against limits.
const platforms = await runSteps([platformTestsStep, postgresTestsStep]);
// The browser tests wait half of their time, for frames: what the stories need is made beside them.
const prepared = await Promise.all([runSteps([browserTestsStep]), runSteps([buildStep, seedStep])]);
const stories = await runSteps([e2eStep]);
const parts = [quick, platforms, ...prepared, stories];
/** @param {keyof import('./runSteps.mjs').Counts} what */
const sumOf = (what) => parts.reduce((sum, counts) => sum + counts[what], 0);
const [passed, failed, skipped] = [sumOf('passed'), sumOf('failed'), sumOf('skipped')];
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
