import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './notice.css';

interface NoticeProps {
  readonly icon: LucideIcon;
  /** `warn` if something was refused. */
  readonly tone?: 'warn' | 'idle';
  readonly title: string;
  readonly lead: ReactNode;
  readonly children?: ReactNode;
  /** Buttons that lead on. */
  readonly actions: ReactNode;
}

/** Page shown in place of another: access refused or not found. Says what happened and where to go. */
export function Notice({ icon: Icon, tone = 'idle', title, lead, children, actions }: NoticeProps) {
  return (
    <div className="uk-notice">
      <div className="uk-notice-icon" data-tone={tone}>
        <Icon size={24} strokeWidth={1.75} aria-hidden />
      </div>
      <h1>{title}</h1>
      <p className="uk-notice-lead">{lead}</p>
      {children}
      <div className="uk-notice-ways">{actions}</div>
    </div>
  );
}
