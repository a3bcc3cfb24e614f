import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { useLate } from '../chrome/useLate.ts';

const { Part: LateParts } = lazyPart(() => import('../chrome/LateParts.tsx').then(({ LateParts: component }) => component));

/** Keeps the place of the palette's button, and brings it with its shortcuts, and what else comes late, once the page stands. */
export function CommandSlot() {
  return <span className="app-slot">{useLate() && <LateParts onMissing={Boolean} />}</span>;
}
