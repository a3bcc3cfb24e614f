import { ensureChromium } from './browser.mjs';
import { install } from './install.mjs';
import { closeWhenEnded, closingLine, runSteps } from './runSteps.mjs';
import { buildStep, seedStep, soakStep } from './steps.mjs';

// `npm run soak [-- MINUTES]`: runs a display for an hour, or the given time, and measures its memory each minute (F-29, docs/WALL.md).
const minutes = Number(process.argv[2] ?? 60);
if (!Number.isFinite(minutes) || minutes < 5) {
  console.error('Minutes: a number from 5.');
  process.exit(2);
}
install();
await ensureChromium();
closeWhenEnded();
await runSteps([buildStep, seedStep, soakStep(minutes)]);
closingLine();
