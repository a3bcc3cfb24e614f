import { FolderOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { lazyPart, sayPartMissing } from '../../../ui/feedback/lazyPart.tsx';
import { listenDrops } from './drops.ts';
import { listenLaunches } from './launches.ts';

const { Part: ProofDialog, preload } = lazyPart(() => import('./ProofDialog.tsx').then(({ ProofDialog: component }) => component));

/**
 * The three ways in which a proof comes to the console: picked here, dropped anywhere on the screen, or opened from the system (installed, D-40). All of them work without the network.
 * @param barred another dialog is open, which takes dropped files itself
 */
export function OpenProof({ barred }: { readonly barred: boolean }) {
  const [given, setGiven] = useState<readonly File[] | null>(null);
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => listenLaunches(setGiven), []);
  useEffect(() => (barred ? undefined : listenDrops({ onOver: setOver, onFiles: setGiven })), [barred]);
  const close = () => setGiven(null);
  return (
    <>
      <Button icon={FolderOpen} aria-haspopup="dialog" onPointerEnter={preload} onFocus={preload} onClick={() => picker.current?.click()}>
        Open proof
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Proof to open"
        onChange={(event) => {
          const picked = [...(event.target.files ?? [])];
          event.target.value = ''; // the same file can be picked again
          if (picked.length > 0) setGiven(picked);
        }}
      />
      {over && !barred && (
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
