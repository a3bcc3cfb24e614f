import { useEffect, useState } from 'react';
import { lazyPart } from '../../ui/feedback/lazyPart.tsx';

const { Part: Command } = lazyPart(() => import('./Command.tsx').then(({ Command: component }) => component));

/** The first rows come first: code that is read beside them would hold them up. */
const afterMs = 1_000;

/** Keeps the place of the palette's button, and brings it with its shortcuts once the page stands. */
export function CommandSlot() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  return <span className="app-slot">{due && <Command onMissing={() => setDue(false)} />}</span>;
}
