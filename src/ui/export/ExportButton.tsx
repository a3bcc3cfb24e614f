import { Download } from 'lucide-react';
import { useState } from 'react';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { Button } from '../controls/Button.tsx';
import { lazyPart, sayPartMissing } from '../feedback/lazyPart.tsx';

const { Part: ExportDialog, preload } = lazyPart(() => import('./ExportDialog.tsx').then(({ ExportDialog: component }) => component));

interface ExportButtonProps<Shown> {
  readonly offer: TableExport<Shown>;
  /** The rows that the table holds, in its order. */
  readonly shown: () => readonly Shown[];
}

/** The one way to take a table away (D-28); what it opens is fetched when it is wanted. */
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
        {...(offer.barred === null ? {} : { disabledReason: offer.barred })}
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
