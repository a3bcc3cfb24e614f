import { ensureChromium, installOtherBrowsers } from './browser.mjs';
import { install } from './install.mjs';
import { otherNodeSteps, otherNodes } from './otherNodes.mjs';
import { closeWhenEnded, closingLine, runSteps } from './runSteps.mjs';
import {
  buildStep,
  deepSteps,
  longBrowserTestsStep,
  longE2eSteps,
  longPartMinutes,
  longPostgresTestsStep,
  otherBrowserSteps,
  seedStep,
  soakStep,
} from './steps.mjs';
import { ifTime, turned } from './timeLeft.mjs';

// `npm run test:long`: what `npm test` leaves out because it waits in real time, is very deep, or repeats at length what a faster test
// covers. Together they are the whole suite, and CI runs both (.ci/run).
install();
await ensureChromium();
installOtherBrowsers();
closeWhenEnded();
await runSteps([buildStep, seedStep]);
/** Steps that keep the processor busy, or that measure real time. */
async function inTurn() {
  await runSteps([longPostgresTestsStep, ...deepSteps, longBrowserTestsStep, ...otherBrowserSteps()]);
  // The longest steps by far; they are skipped first if a CI machine is slow.
  for (const step of turned(longE2eSteps(), Date.now())) await runSteps([ifTime(step, longPartMinutes)]);
  for (const major of otherNodes) await runSteps(await otherNodeSteps(major));
}
// The soak of a display runs in parallel: it needs little, and only its memory is judged.
await Promise.all([runSteps([soakStep(15)]), inTurn()]);
closingLine();
