import type { ReactNode } from 'react';
import { MorphicSkin } from '../../ui/theme/MorphicSkin.tsx';
import './chrome.css';
import './doors.css';
import './screens.css';

/** The console in the morphic skin: bar, pages, doors and all. A chunk of its own, which nobody fetches who stays with the standard look. */
export function Skinned({ on = true, children }: { readonly on?: boolean; readonly children: ReactNode }) {
  return <MorphicSkin on={on}>{children}</MorphicSkin>;
}
