import type { Permission } from '../../contracts/access.ts';
import { type Href, screenHref } from '../../domain/screens/link.ts';
import { screenUnder } from '../../domain/places.ts';

/** One step of the breadcrumb. `href` is null for the page itself, and where no screen that the user may open lies below the step. */
export interface Crumb {
  readonly label: string;
  readonly href: Href | null;
}

/**
 * The steps from Home to a path, named by its segments with hyphens as spaces (C-6); none on `/`. A step between leads to the first screen
 * below it, for the permissions `held`.
 */
export function crumbsOf(path: string, held: ReadonlySet<Permission> | null): readonly Crumb[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length === 0) return [];
  const home: Crumb = { label: 'Home', href: screenHref('overview') };
  const steps = segments.map((segment, index): Crumb => {
    const upTo = `/${segments.slice(0, index + 1).join('/')}`;
    const id = index === segments.length - 1 ? null : screenUnder(upTo, held);
    return { label: wordsOf(segment), href: id === null ? null : screenHref(id) };
  });
  return [home, ...steps];
}

function wordsOf(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('-', ' ');
  } catch {
    // A typed path may contain a lone percent sign: show it unchanged.
    return segment.replaceAll('-', ' ');
  }
}
