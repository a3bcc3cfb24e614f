import type { ReactNode } from 'react';
import './button.css';
import './toolbar.css';

/** Controls of the list below: search and filters on the left, text or actions on the right. */
export function Toolbar({ label, children, end }: { readonly label: string; readonly children: ReactNode; readonly end?: ReactNode }) {
  return (
    <div className="uk-toolbar" role="group" aria-label={label}>
      {children}
      {end !== undefined && <div data-end="">{end}</div>}
    </div>
  );
}
