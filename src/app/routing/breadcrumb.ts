import { screenAt } from '../../domain/places.ts';
import { screens } from '../../domain/screens.ts';

/** One step of the breadcrumb. `href` is null where no screen lives at that path, and on the page itself. */
export interface Crumb {
  readonly label: string;
  readonly href: string | null;
}

/** The way from Home to a path, from the path's own segments with hyphens as spaces (C-6); nothing on `/`. */
export function crumbsOf(path: string): readonly Crumb[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length === 0) return [];
  const home: Crumb = { label: 'Home', href: '/' };
  const steps = segments.map((segment, index): Crumb => {
    const upTo = `/${segments.slice(0, index + 1).join('/')}`;
    const id = screenAt(upTo);
    const isPage = index === segments.length - 1;
    return { label: wordsOf(segment), href: isPage || id === null ? null : screens[id].path };
  });
  return [home, ...steps];
}

function wordsOf(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('-', ' ');
  } catch {
    // A path somebody typed may hold a lone percent sign: it is shown as it stands.
    return segment.replaceAll('-', ' ');
  }
}
