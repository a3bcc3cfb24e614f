import { Bookmark, BookmarkPlus, ChevronDown, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { navigate, useSearch } from '../../bridge/address/navigation.ts';
import { at } from '../../domain/screens/link.ts';
import { screenAt } from '../../domain/places.ts';
import { menuOf, type ScreenId, screens } from '../../domain/screens/screens.ts';
import { MenuButton, type MenuItem } from '../../ui/controls/Menu.tsx';
import { sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { lazyOverlay } from '../../ui/overlay/lazyOverlay.tsx';
import { useSavedViews } from './useSavedViews.ts';
import { filtersOf, shownView, viewsOfScreen } from './viewsModel.ts';
import './views.css';

const { Part: ViewsDialog } = lazyOverlay(() => import('./ViewsDialog.tsx').then(({ ViewsDialog: component }) => component));

/** The page's saved views: open one, save the present filters, manage them. Nothing on pages that no menu lists. */
export function Views({ path }: { readonly path: string }) {
  const screen = screenAt(path);
  return screen === null || menuOf(screen) === null ? null : <ViewsOf key={screen} screen={screen} path={path} />;
}

/** `path` is the page's own: a view opened in a variant stays in it. */
function ViewsOf({ screen, path }: { readonly screen: ScreenId; readonly path: string }) {
  const filters = filtersOf(screen, useSearch());
  const saved = useSavedViews();
  const [open, setOpen] = useState(false);
  const own = viewsOfScreen(saved.views ?? [], screen);
  const shown = filters === '' ? null : shownView(screen, own, filters);
  const { title } = screens[screen];
  const items: MenuItem[] = [
    ...own.map((view) => ({ id: view.viewId, label: view.name, icon: Bookmark, group: title, checked: view === shown })),
    {
      id: 'save',
      label: 'Save this view…',
      icon: BookmarkPlus,
      group: 'Private, on all your devices',
      ...(saved.disabledReason !== null
        ? { disabledReason: saved.disabledReason }
        : filters === ''
          ? { disabledReason: 'Filter or search the page first.' }
          : {}),
    },
    ...(own.length === 0 ? [] : [{ id: 'manage', label: 'Manage views…', icon: Settings2, group: 'Private, on all your devices' }]),
  ];
  return (
    <span className="app-views">
      <MenuButton
        label="Saved views"
        triggerClass="app-views-button"
        placement="bottom-end"
        items={items}
        onSelect={(id) => {
          const view = own.find(({ viewId }) => viewId === id);
          if (view === undefined) setOpen(true);
          else navigate(at(path, view.query));
        }}
        trigger={
          <>
            <Bookmark size={14} strokeWidth={1.75} aria-hidden fill={shown === null ? 'none' : 'currentColor'} />
            <span className="uk-sr">Saved views: </span>
            <span className="uk-clip">{shown?.name ?? 'Views'}</span>
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </>
        }
      />
      {open && (
        <ViewsDialog
          screen={screen}
          filters={filters}
          own={own}
          saved={saved}
          onClose={() => setOpen(false)}
          onMissing={() => {
            setOpen(false);
            sayPartMissing();
          }}
        />
      )}
    </span>
  );
}
