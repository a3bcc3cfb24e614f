import { Check, X } from 'lucide-react';
import { IconButton } from '../controls/IconButton.tsx';
import './feedActs.css';

interface FeedActsProps {
  /** Title of the line, for the buttons' names. */
  readonly title: string;
  readonly read: boolean;
  readonly onRead: () => void;
  readonly onDismiss: () => void;
}

/** Actions of a feed line: mark as read, dismiss. Over its end with a mouse, beside it on touch screens. */
export function FeedActs({ title, read, onRead, onDismiss }: FeedActsProps) {
  return (
    <span className="uk-feed-acts">
      {!read && <IconButton size="sm" icon={Check} label={`Mark as read: ${title}`} onClick={onRead} />}
      <IconButton size="sm" icon={X} label={`Dismiss: ${title}`} onClick={(event) => leave(event.currentTarget, onDismiss)} />
    </span>
  );
}

/** Dismissing removes the focused button, so the focus moves to the line that takes its place. */
function leave(button: HTMLElement, dismiss: () => void): void {
  const line = button.closest('li');
  const next = line?.nextElementSibling ?? line?.previousElementSibling;
  next?.querySelector<HTMLElement>('a, button')?.focus();
  dismiss();
}
