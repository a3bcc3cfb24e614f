import { lazyPart, sayPartMissing } from '../../ui/feedback/lazyPart.tsx';

const { Part: DeviceDialog } = lazyPart(() => import('./DeviceDialog.tsx').then(({ DeviceDialog: component }) => component));

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
