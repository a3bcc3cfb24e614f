import { FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { sayPartMissing } from '../../../ui/feedback/lazyPart.tsx';
import { useFilePicker } from '../../../ui/fields/useFilePicker.tsx';
import { lazyOverlay } from '../../../ui/overlay/lazyOverlay.tsx';
import { listenDrops } from './drops.ts';
import { listenLaunches } from './launches.ts';

const { Part: ProofDialog, preload } = lazyOverlay(() => import('./ProofDialog.tsx').then(({ ProofDialog: component }) => component));

/**
 * The three ways to open a proof: file picker, drop anywhere on the screen, or from the operating system (installed console, D-40). All
 * work offline.
 * @param barred another dialog is open, which handles dropped files itself
 */
export function OpenProof({ disabledReason }: { readonly disabledReason: boolean }) {
  const [given, setGiven] = useState<readonly File[] | null>(null);
  const [over, setOver] = useState(false);
  const picker = useFilePicker('Proof to open', setGiven);
  useEffect(() => listenLaunches(setGiven), []);
  useEffect(() => (disabledReason ? undefined : listenDrops({ onOver: setOver, onFiles: setGiven })), [disabledReason]);
  const close = () => setGiven(null);
  return (
    <>
      <Button icon={FolderOpen} aria-haspopup="dialog" onPointerEnter={preload} onFocus={preload} onClick={picker.pick}>
        Open proof
      </Button>
      {picker.input}
      {over && !disabledReason && (
        <div className="proof-drop" aria-hidden="true">
          <p>
            {given === null
              ? 'Drop a proof to open it, with its evidence files if you have them'
              : 'Drop evidence files to check them, or another proof'}
          </p>
        </div>
      )}
      {given !== null && (
        <ProofDialog
          given={given}
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
