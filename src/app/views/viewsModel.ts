import type { SavedView } from '../../contracts/savedView.ts';
import { isOneLine, notOneLineLabels, signsOf } from '../../contracts/texts.ts';
import { filterQuery } from '../../domain/screens/readAddress.ts';
import type { ScreenId } from '../../domain/screens/screens.ts';

/**
 * The filters in an address of a screen, without what is open over it, in a fixed order, so that equal filters give equal text however they
 * were chosen.
 */
export function filtersOf(screen: ScreenId, search: string): string {
  return new URLSearchParams(filterQuery(screen, new URLSearchParams(search)).split('&').toSorted().join('&')).toString();
}

/** Filters as text: 'q: Kilifi · status: failed'. */
export function filterLabels(query: string): string {
  const parts = [...new URLSearchParams(query).entries()].map(([name, value]) =>
    name === 'sort' ? `order: ${orderWords(value)}` : `${name === 'q' ? 'search' : name}: ${value}`,
  );
  return parts.length === 0 ? 'No filters: the page as it opens' : parts.join(' · ');
}

/** '-failedAt' becomes 'failed at, downwards': a column by its id, as `sortWord` of the tables writes it. */
function orderWords(word: string): string {
  const column = word.replace(/^-/, '').replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return word.startsWith('-') ? `${column}, downwards` : column;
}

/** The user's views of one screen, by name. */
export function viewsOfScreen(views: readonly SavedView[], screen: ScreenId): readonly SavedView[] {
  return views.filter((view) => view.screen === screen).sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** The view that matches the present filters, if any. */
export function shownView(screen: ScreenId, views: readonly SavedView[], filters: string): SavedView | null {
  return views.find(({ query }) => filtersOf(screen, query) === filters) ?? null;
}

/** Why a name is not allowed; null if it is. `except` is the view being renamed. */
export function nameProblem(name: string, views: readonly SavedView[], except: string | null): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Give it a name.';
  if (signsOf(trimmed) > 60) return '60 characters at most.';
  if (!isOneLine(trimmed)) return `${notOneLineLabels}.`;
  const namesake = views.find((view) => view.viewId !== except && view.name.toLowerCase() === trimmed.toLowerCase());
  return namesake === undefined ? null : `You have a view called ${namesake.name} on this page already.`;
}
