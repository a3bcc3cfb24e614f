import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { hub } from '../../bridge/hub/hub.ts';
import { useDraft } from '../../bridge/acts/useDraft.ts';
import { useAct } from '../../bridge/acts/useAct.ts';
import type { Send } from '../../bridge/acts/useSend.ts';
import type { Result } from '../../contracts/problem.ts';
import type { SavedView } from '../../contracts/savedView.ts';
import { type ScreenId, screens } from '../../domain/screens/screens.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { KeptLine } from '../../ui/fields/KeptLine.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { SavedViews } from './useSavedViews.ts';
import { filterLabels, nameProblem, shownView } from './viewsModel.ts';
import { deedDone } from '../../domain/claims/told.ts';

interface ViewsDialogProps {
  readonly screen: ScreenId;
  /** The page's present filters. */
  readonly filters: string;
  readonly own: readonly SavedView[];
  readonly saved: SavedViews;
  readonly onClose: () => void;
}

interface Change {
  readonly how: 'made' | 'renamed' | 'changed' | 'removed';
  readonly view: Omit<SavedView, 'updatedAt'>;
}

function sendChange(how: Change['how'], { viewId, screen, name, query, version }: Change['view'], send: Send): Promise<Result<unknown>> {
  const params = { viewId };
  if (how === 'removed') return send('removeView', { params, body: { version } });
  return send('saveView', { params, body: { screen, name, query, version } });
}

/** Saves the present filters under a name; renames, updates and removes views. */
export function ViewsDialog({ screen, filters, own, saved, onClose }: ViewsDialogProps) {
  const { disabledReason } = saved;
  const shown = shownView(screen, own, filters);
  /** The view being renamed; null while a new one is named. */
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const draft = useDraft('views.name', renamed === null ? screen : renamed.viewId, { name: renamed?.name ?? '' });
  const { name } = draft.texts;
  const [asked, setAsked] = useState(false);
  /** A new view keeps its id however often it is sent. */
  const [newId] = useState(() => crypto.randomUUID());
  const problem = nameProblem(name, own, renamed?.viewId ?? null);
  const mayName = renamed !== null || (filters !== '' && shown === null);

  const {
    busy,
    problem: refused,
    run,
  } = useAct({
    route: 'now',
    send: async ({ how, view }: Change, send) => {
      const answer = await sendChange(how, view, send);
      // Also after a refusal: shows what the platform has, not what it refused.
      await hub.refresh(['savedViews']);
      return answer;
    },
    done: (_answer, { value: { how, view } }) => {
      const made = how === 'made' ? deedDone(view.viewId, { deed: 'viewSaved', problem: null }) : null;
      announce(made ?? `View ${how}`);
      if (how === 'made' || how === 'renamed') draft.forget();
      setRenamed(null);
      setAsked(false);
      if (made === null) return;
      toast({ claim: made, text: `“${view.name}” is under Views on this page, on every device you sign in to.` });
      onClose();
    },
  });
  const submit = () => {
    setAsked(true);
    if (problem !== null || disabledReason !== null) return;
    const view = renamed ?? { viewId: newId, screen, query: filters, version: 0 };
    void run({ how: renamed === null ? 'made' : 'renamed', view: { ...view, name: name.trim() } });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      icon={Bookmark}
      title="Saved views"
      description={`Filters of ${screens[screen].title}, by name. Only you see them.`}
      note={disabledReason ?? undefined}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {mayName ? (
        <form
          className="views-form"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {draft.kept !== null && <KeptLine kept={draft.kept} />}
          <TextField
            label={renamed === null ? 'Name of this view' : `New name of “${renamed.name}”`}
            value={name}
            onChange={(text) => draft.set('name', text)}
            maxLength={60}
            autoComplete="off"
            hint={renamed === null ? filterLabels(filters) : filterLabels(renamed.query)}
            {...(asked && problem !== null ? { error: problem } : {})}
          />
          <div className="views-form-acts">
            {renamed !== null && (
              <Button
                type="button"
                onClick={() => {
                  draft.forget();
                  setRenamed(null);
                }}
              >
                Cancel
              </Button>
            )}
            <Button type="submit" kind="primary" busy={busy} {...(disabledReason === null ? {} : { disabledReason: disabledReason })}>
              {renamed === null ? 'Save view' : 'Rename'}
            </Button>
          </div>
        </form>
      ) : (
        <p className="uk-fg2 views-none">
          {shown === null
            ? 'Filter or search the page to save what it shows then.'
            : `The page shows “${shown.name}”. Change its filters to save another view.`}
        </p>
      )}
      {refused !== null && (
        <p role="alert" className="views-refused">
          {refused.message}
        </p>
      )}
      {own.length > 0 && (
        <ul className="views-list" aria-label={`Your views of ${screens[screen].title}`}>
          {own.map((view) => (
            <ViewRow
              key={view.viewId}
              view={view}
              takesFilters={filters !== '' && view !== shown && shown === null}
              disabledReason={disabledReason}
              busy={busy}
              onFilters={() => void run({ how: 'changed', view: { ...view, query: filters } })}
              onRename={() => setRenamed(view)}
              onRemove={() => void run({ how: 'removed', view })}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface ViewRowProps {
  readonly view: SavedView;
  /** Whether the page's filters are in no view yet, so that this one can take them. */
  readonly takesFilters: boolean;
  readonly disabledReason: string | null;
  readonly busy: boolean;
  readonly onFilters: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function ViewRow({ view, takesFilters, disabledReason, busy, onFilters, onRename, onRemove }: ViewRowProps) {
  return (
    <li>
      <div>
        <b className="uk-clip">{view.name}</b>
        <span className="uk-small uk-fg2 uk-clip" title={filterLabels(view.query)}>
          {filterLabels(view.query)}
        </span>
      </div>
      {takesFilters && (
        <Button size="sm" {...(disabledReason === null ? {} : { disabledReason: disabledReason })} onClick={onFilters}>
          Use current filters
        </Button>
      )}
      <Button size="sm" kind="ghost" {...(disabledReason === null ? {} : { disabledReason: disabledReason })} onClick={onRename}>
        Rename
      </Button>
      <IconButton size="sm" icon={Trash2} label={`Remove ${view.name}`} disabled={disabledReason !== null || busy} onClick={onRemove} />
    </li>
  );
}
