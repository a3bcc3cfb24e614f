import { cutHash, formatCount, plural } from '../../domain/format.ts';
import { Button } from '../../ui/controls/Button.tsx';

/** What should be known about a list of files before its results: remarks on the list itself, and notes on files just given. */
export function FileRemarks({ remarks, notes }: { readonly remarks: readonly string[]; readonly notes: readonly string[] }) {
  return (
    <>
      {remarks.map((remark) => (
        <p key={remark} className="uk-small evidence-warning">
          {remark}
        </p>
      ))}
      {notes.map((note) => (
        <p key={note} className="uk-small evidence-warning" role="status">
          {note}
        </p>
      ))}
    </>
  );
}

/** The cell of a file's name. */
export const fileName = (name: string) => (
  <span key="name" className="evidence-name" title={name}>
    {name}
  </span>
);
/** The cell of a file's hash, shortened; whole as its title. */
export const fileHash = (hash: string) => (
  <code key="hash" className="uk-mono uk-fg2" title={hash}>
    {cutHash(hash, 12)}
  </code>
);

/** Below a shortened list: how much of it is shown, and the rest on a press. */
export function MoreFiles({ shown, total, onAll }: { readonly shown: number; readonly total: number; readonly onAll: () => void }) {
  if (total <= shown) return null;
  return (
    <div className="evidence-more">
      <span className="uk-small uk-fg3">
        Showing {formatCount(shown)} of {plural(total, 'file')}; those that differ come first
      </span>
      <Button size="sm" onClick={onAll}>
        Show all
      </Button>
    </div>
  );
}
