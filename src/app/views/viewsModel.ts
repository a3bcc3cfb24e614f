import type { SavedView } from '../../contracts/savedView.ts';
import { isOneLine, notOneLineWords, signsOf } from '../../contracts/texts.ts';
import type { ScreenId } from '../../domain/screens.ts';

/** Parts of a screen's address that open one record or a dialog: what is looked at, and not how the list is narrowed. */
const opens = new Set([
  'id',
  'pack',
  'item',
  'incident',
  'runbook',
  'control',
  'override',
  'ask',
  'agent',
  'report',
  'portfolio',
  'add',
  'edit',
  'remove',
  'page',
]);

/** The filters in an address, in a fixed order, so that the same filters are the same text however they were chosen. */
export function filtersOf(search: string): string {
  const params = new URLSearchParams(search);
  const kept = [...params.entries()].filter(([name, value]) => !opens.has(name) && value !== '').sort(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(kept).toString();
}

/** Filters in words: 'q: Kilifi · status: failed'. */
export function filterWords(query: string): string {
  const parts = [...new URLSearchParams(query).entries()].map(([name, value]) =>
    name === 'sort' ? `order: ${orderWords(value)}` : `${name === 'q' ? 'search' : name}: ${value}`,
  );
  return parts.length === 0 ? 'No filters: the page as it opens' : parts.join(' · ');
}

/** '-failedAt' is 'failed at, downwards': a column by its id, as `sortWord` of the tables writes it. */
function orderWords(word: string): string {
  const column = word.replace(/^-/, '').replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return word.startsWith('-') ? `${column}, downwards` : column;
}

/** The person's views of one screen, by name. */
export function viewsOfScreen(views: readonly SavedView[], screen: ScreenId): readonly SavedView[] {
  return views.filter((view) => view.screen === screen).sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** The view that the page shows now, if it shows one. */
export function shownView(views: readonly SavedView[], filters: string): SavedView | null {
  return views.find(({ query }) => filtersOf(query) === filters) ?? null;
}

/** Why a name cannot be given; null where it can. `except` is the view that is being renamed. */
export function nameProblem(name: string, views: readonly SavedView[], except: string | null): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Give it a name.';
  if (signsOf(trimmed) > 60) return '60 characters at most.';
  if (!isOneLine(trimmed)) return `${notOneLineWords}.`;
  const namesake = views.find((view) => view.viewId !== except && view.name.toLowerCase() === trimmed.toLowerCase());
  return namesake === undefined ? null : `You have a view called ${namesake.name} on this page already.`;
}
