import { Download } from 'lucide-react';
import { useState } from 'react';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { Button } from '../controls/Button.tsx';
import { sayPartMissing } from '../feedback/lazyPart.tsx';
import { lazyOverlay } from '../overlay/lazyOverlay.tsx';

const { Part: ExportDialog, preload } = lazyOverlay(() => import('./ExportDialog.tsx').then(({ ExportDialog: component }) => component));

interface ExportButtonProps<Shown> {
  readonly offer: TableExport<Shown>;
  /** The rows of the table, in its order. */
  readonly shown: () => readonly Shown[];
}

/** Exports a table (D-28); the dialog's code is loaded on demand. */
export function ExportButton<Shown>({ offer, shown }: ExportButtonProps<Shown>) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="sm"
        kind="ghost"
        icon={Download}
        aria-label={`Export ${offer.title.toLowerCase()}`}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
        {...(offer.disabledReason === null ? {} : { disabledReason: offer.disabledReason })}
      >
        Export
      </Button>
      {open && (
        <ExportDialog
          offer={offer}
          prepare={(format) => offer.prepare(format, shown())}
          onClose={close}
          onMissing={() => {
            close();
            sayPartMissing();
          }}
        />
      )}
    </>
  );
}
