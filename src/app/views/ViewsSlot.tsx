import { useEffect, useState } from 'react';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';

const { Part: Views } = lazyPart(() => import('./Views.tsx').then(({ Views: component }) => component));

/** The first rows come first, as with the palette. */
const afterMs = 1_000;

/** Keeps the place of the saved views of a page, and brings them once the page stands. */
export function ViewsSlot({ path }: { readonly path: string }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  return due ? <Views path={path} onMissing={() => setDue(false)} /> : null;
}
