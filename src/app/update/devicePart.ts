import { lazyPart } from '../../ui/feedback/lazyPart.tsx';

/** 'This device', fetched when it is first asked for: a dialog's code is not for the way to the first row. */
export const { Part: DevicePart } = lazyPart(() => import('./DeviceDialog.tsx').then(({ DeviceDialog: component }) => component));
