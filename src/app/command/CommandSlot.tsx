import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { useLate } from '../chrome/useLate.ts';

const { Part: LateParts } = lazyPart(() => import('../chrome/LateParts.tsx').then(({ LateParts: component }) => component));

/** Reserves the place of the palette's button, and loads it with its shortcuts and other late parts once the page is shown. */
export function CommandSlot() {
  return <span className="app-slot">{useLate() && <LateParts onMissing={Boolean} />}</span>;
}
