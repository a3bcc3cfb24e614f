import { Check, X } from 'lucide-react';
import { IconButton } from '../controls/IconButton.tsx';
import './feedActs.css';

interface FeedActsProps {
  /** What it is about, for the names of the buttons. */
  readonly title: string;
  readonly read: boolean;
  readonly onRead: () => void;
  readonly onDismiss: () => void;
}

/** What can be done about a line of a feed: said to be read, or put away. Over its end where there is a mouse, beside it for fingers. */
export function FeedActs({ title, read, onRead, onDismiss }: FeedActsProps) {
  return (
    <span className="uk-feed-acts">
      {!read && <IconButton size="sm" icon={Check} label={`Mark as read: ${title}`} onClick={onRead} />}
      <IconButton size="sm" icon={X} label={`Dismiss: ${title}`} onClick={(event) => leave(event.currentTarget, onDismiss)} />
    </span>
  );
}

/** The line goes, and with it the button that has the focus: it passes on to the line that takes its place. */
function leave(button: HTMLElement, dismiss: () => void): void {
  const line = button.closest('li');
  const next = line?.nextElementSibling ?? line?.previousElementSibling;
  next?.querySelector<HTMLElement>('a, button')?.focus();
  dismiss();
}
