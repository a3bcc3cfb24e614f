import { type ReactNode, useInsertionEffect } from 'react';
import './morphic/tokens.css';
import './morphic/surfaces.css';
import './morphic/controls.css';
import './morphic/data.css';
import './morphic/overlays.css';

interface MorphicSkinProps {
  /** False removes the skin without unmounting the page, for comparison. */
  readonly on?: boolean;
  readonly children: ReactNode;
}

/**
 * Applies the morphic skin while mounted: an attribute at the root, for style sheets that depend on it, over the same components. At the
 * root, because dialogs, menus and toasts are rendered outside the page.
 */
export function MorphicSkin({ on = true, children }: MorphicSkinProps) {
  // Runs before the layout effects inside, where tables measure themselves and charts read their colours.
  useInsertionEffect(() => {
    if (!on) return;
    const root = document.documentElement;
    root.dataset['skin'] = 'morphic';
    return () => {
      delete root.dataset['skin'];
    };
  }, [on]);
  return children;
}
