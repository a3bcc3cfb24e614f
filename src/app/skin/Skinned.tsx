import type { ReactNode } from 'react';
import { MorphicSkin } from '../../ui/theme/MorphicSkin.tsx';
import './chrome.css';
import './doors.css';
import './screens.css';

/** Wraps the whole page in the morphic skin. A separate chunk, not loaded for the standard look. */
export function Skinned({ on = true, children }: { readonly on?: boolean; readonly children: ReactNode }) {
  return <MorphicSkin on={on}>{children}</MorphicSkin>;
}
