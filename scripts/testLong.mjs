import { ensureChromium, installOtherBrowsers } from './browser.mjs';
import { install } from './install.mjs';
import { otherNodeSteps, otherNodes } from './otherNodes.mjs';
import { closeWhenEnded, closingLine, runSteps } from './runSteps.mjs';
import {
  buildStep,
  deepSteps,
  longE2eSteps,
  longPartMinutes,
  morePostgresTestsStep,
  otherBrowserSteps,
  seedStep,
  soakStep,
} from './steps.mjs';
import { ifTime, turned } from './timeLeft.mjs';

// `npm run test:long`: what `npm test` leaves out because it waits in real time, is of great depth, or proves at length what something faster proves too. Together
// they are the whole suite, and CI runs both (.ci/run).
install();
await ensureChromium();
installOtherBrowsers();
closeWhenEnded();
await runSteps([buildStep, seedStep]);
/** What keeps the processor busy, or holds real time against limits. */
async function inTurn() {
  await runSteps([morePostgresTestsStep, ...deepSteps, ...otherBrowserSteps()]);
  // What takes longest by far, and so what has to give way where CI's machine is slow.
  for (const step of turned(longE2eSteps(), Date.now())) await runSteps([ifTime(step, longPartMinutes)]);
  for (const major of otherNodes) await runSteps(await otherNodeSteps(major));
}
// A wall is left running beside all of it: it takes little, and what is judged is its memory.
await Promise.all([runSteps([soakStep(15)]), inTurn()]);
closingLine();
