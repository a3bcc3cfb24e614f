import { lazyPart } from '../../ui/feedback/lazyPart.tsx';
import { useLate } from '../chrome/useLate.ts';

const { Part: Views } = lazyPart(() => import('./Views.tsx').then(({ Views: component }) => component));

/** Loads the user's saved views of a page once the page is shown. */
export function ViewsSlot({ path }: { readonly path: string }) {
  return useLate() && <Views path={path} onMissing={Boolean} />;
}
