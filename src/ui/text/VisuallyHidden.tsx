import type { ReactNode } from 'react';

/** Read out, not drawn. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="uk-sr">{children}</span>;
}
