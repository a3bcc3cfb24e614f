import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import type { FigureScreen } from '../../domain/figures/catalogue.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { sayPartMissing } from '../feedback/lazyPart.tsx';
import { lazyOverlay } from '../overlay/lazyOverlay.tsx';

const { Part: ComputedDialog } = lazyOverlay(() => import('./ComputedDialog.tsx').then(({ ComputedDialog: component }) => component));

/** 'How is this computed?' of a screen: each of its figures with its rule and source (D-59). The texts are loaded on demand. */
export function HowComputed({ screen }: { readonly screen: FigureScreen }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={CircleHelp} label="How is this computed?" onClick={() => setOpen(true)} />
      {open && (
        <ComputedDialog
          screen={screen}
          onClose={() => setOpen(false)}
          onMissing={() => {
            setOpen(false);
            sayPartMissing();
          }}
        />
      )}
    </>
  );
}
