import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import './overlay.css';

interface DrawerHeadProps {
  /** The record's id. */
  readonly code: string;
  /** Null if the record is not stored. */
  readonly title: ReactNode;
  readonly badge?: ReactNode;
  /** Navigation to the neighbouring records in the list; ids are null at its ends. */
  readonly steps?: {
    readonly what: string;
    readonly previousId: string | null;
    readonly nextId: string | null;
    readonly onOpen: (id: string) => void;
  };
  readonly onClose: () => void;
}

/** Header of a drawer: id and close button, then title and state. */
export function DrawerHead({ code, title, badge, steps, onClose }: DrawerHeadProps) {
  return (
    <>
      <div className="uk-drawer-id">
        <span className="uk-mono uk-fg2">{code}</span>
        <span>
          {steps !== undefined &&
            (
              [
                [steps.previousId, 'above', ChevronUp],
                [steps.nextId, 'below', ChevronDown],
              ] as const
            ).map(([id, where, icon]) => (
              <IconButton
                key={where}
                label={`${steps.what} ${where}`}
                icon={icon}
                disabled={id === null}
                onClick={() => id !== null && steps.onOpen(id)}
              />
            ))}
          <IconButton label="Close details" icon={X} onClick={onClose} />
        </span>
      </div>
      {title !== null && (
        <div className="uk-drawer-title">
          <h2>{title}</h2>
          {badge}
        </div>
      )}
    </>
  );
}

/** A titled section of a drawer. */
export function DrawerPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="uk-drawer-part" aria-label={title}>
      <h3 className="uk-caption">{title}</h3>
      {children}
    </section>
  );
}

/** Muted text below a section, or in place of all sections. */
export function DrawerNote({ children }: { readonly children: ReactNode }) {
  return <p className="uk-drawer-note">{children}</p>;
}
