import type { ReactNode } from 'react';
import './controls.css';

/** What acts on the list below it: search and filters left, words or actions right. */
export function Toolbar({ label, children, end }: { readonly label: string; readonly children: ReactNode; readonly end?: ReactNode }) {
  return (
    <div className="uk-toolbar" role="group" aria-label={label}>
      {children}
      {end !== undefined && <div data-end="">{end}</div>}
    </div>
  );
}
