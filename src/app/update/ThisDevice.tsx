import { lazyPart, sayPartMissing } from '../../ui/feedback/lazyPart.tsx';

const { Part: DeviceDialog } = lazyPart(() => import('./DeviceDialog.tsx').then(({ DeviceDialog: component }) => component));

/** 'This device', its code fetched when it is first asked for: a dialog's is not for the way to the first row. */
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
