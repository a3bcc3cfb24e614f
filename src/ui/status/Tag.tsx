import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import './status.css';

interface TagProps {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly size?: 'md' | 'lg';
  readonly onRemove?: () => void;
  /** Accessible name of the remove button, e.g. 'Remove filter 18 Nov 2025'. */
  readonly removeLabel?: string;
  /** The full text, for narrow places that cut it. */
  readonly title?: string;
}

/** A small accent label: the role badge, or a removable filter. */
export function Tag({ children, icon, size = 'md', onRemove, removeLabel = 'Remove', title }: TagProps) {
  return (
    <span className="uk-tag" data-size={size} title={title}>
      {icon}
      <span>{children}</span>
      {onRemove !== undefined && (
        <button type="button" aria-label={removeLabel} onClick={onRemove}>
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
