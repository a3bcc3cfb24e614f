import { useEffect, useState, useSyncExternalStore } from 'react';
import { Stethoscope } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { DiagnosticsActs, DiagnosticsView } from '../diagnostics/DiagnosticsView.tsx';
import { useDiagnostics } from '../diagnostics/useDiagnostics.ts';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import { type DeviceAbilities, deviceFacts } from './deviceFacts.ts';
import { install, installOffer, isInstalled } from './install.ts';
import './update.css';
import { deviceCan } from '../../domain/claims/device.ts';

async function measure(canInstall: boolean): Promise<DeviceAbilities> {
  const storage: StorageManager | undefined = navigator.storage; // missing on plain HTTP
  const estimate = await storage?.estimate?.().catch(() => null);
  return {
    installed: isInstalled(),
    canInstall,
    serviceWorker: 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null,
    sharedWorker: 'SharedWorker' in globalThis,
    persisted: (await storage?.persisted?.().catch(() => null)) ?? null,
    usedBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
  };
}

/** What this device and browser offer the console, and what they lack (D-40). */
export function DeviceDialog({ onClose }: { readonly onClose: () => void }) {
  const canInstall = useSyncExternalStore(installOffer.listen, installOffer.get);
  const [diagnosing, setDiagnosing] = useState(false);
  const diagnostics = useDiagnostics(diagnosing);
  const [has, setHas] = useState<DeviceAbilities | null>(null);
  useEffect(() => {
    let shown = true;
    void measure(canInstall).then((measured) => shown && setHas(measured));
    return () => {
      shown = false;
    };
  }, [canInstall]);
  // One dialog with two contents: a second one opening while the first closes would be dismissed with it.
  if (diagnosing)
    return (
      <Dialog
        open
        onClose={onClose}
        title="Diagnostics"
        size="steps"
        description="For support: this page, the latest events and your browser. No figures, no names."
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            <DiagnosticsActs diagnostics={diagnostics} />
          </>
        }
      >
        <DiagnosticsView diagnostics={diagnostics} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="This device"
      description={`Console build ${__BUILD__}`}
      actions={
        <>
          {canInstall && (
            <Button kind="primary" onClick={() => void install()}>
              Install Ukweli
            </Button>
          )}
          <Button icon={Stethoscope} onClick={() => setDiagnosing(true)}>
            Diagnostics
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <ul className="device-facts">
        {(has === null ? [] : deviceFacts(has)).map(({ id, title, text, state }) => (
          <li key={id} data-state={state}>
            <Glyph shape={deviceCan(id, state)} size={16} />
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <ConnectionChoice />
    </Dialog>
  );
}
