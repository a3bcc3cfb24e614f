import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { useLate } from '../chrome/useLate.ts';

const { Part: Command } = lazyPart(() => import('./Command.tsx').then(({ Command: component }) => component));

/** Keeps the place of the palette's button, and brings it with its shortcuts once the page stands. */
export function CommandSlot() {
  return <span className="app-slot">{useLate() && <Command onMissing={Boolean} />}</span>;
}
