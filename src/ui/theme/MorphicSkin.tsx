import { type ReactNode, useInsertionEffect } from 'react';
import './morphic/tokens.css';
import './morphic/surfaces.css';
import './morphic/controls.css';
import './morphic/data.css';
import './morphic/overlays.css';

interface MorphicSkinProps {
  /** Taken off without taking the page away, for those who compare. */
  readonly on?: boolean;
  readonly children: ReactNode;
}

/**
 * Draws everything in the morphic skin while it is mounted: an attribute at the root and style sheets that say nothing without it, over the same components. At
 * the root, because dialogs, menus and messages stand beside the page.
 */
export function MorphicSkin({ on = true, children }: MorphicSkinProps) {
  // Before the layout effects of what is inside: tables measure themselves and charts read their colours there.
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
