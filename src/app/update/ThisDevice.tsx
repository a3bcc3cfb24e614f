import { sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { lazyOverlay } from '../../ui/overlay/lazyOverlay.tsx';

const { Part: DeviceDialog } = lazyOverlay(() => import('./DeviceDialog.tsx').then(({ DeviceDialog: component }) => component));

/** 'This device'; its code is loaded when first requested. */
export function ThisDevice({ onClose }: { readonly onClose: () => void }) {
  return (
    <DeviceDialog
      onClose={onClose}
      onMissing={() => {
        onClose();
        sayPartMissing();
      }}
    />
  );
}
