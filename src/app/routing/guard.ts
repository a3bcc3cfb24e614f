import type { Permission } from '../../contracts/access.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import { activeRoleOf, offeredPermissions } from '../../domain/access.ts';
import { rightsOf } from '../../domain/rights.ts';
import { placeAt } from '../../domain/places.ts';
import { meets, screens, type MorphicKind, type ScreenId, type ScreenNeeds } from '../../domain/screens.ts';
import { loginHref, safeReturnTo } from './deepLink.ts';

/** What the router does with an address, decided before anything of the screen is loaded. */
export type RouteDecision =
  /** Who is there is not known yet: show the shape of a page, load nothing. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'open'; readonly id: ScreenId; readonly morphic: MorphicKind | null }
  /** Replaces the address: an alias, a trailing slash, the way in. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** Access Denied in place: the address stays (C-73, D-6). */
  | { readonly kind: 'denied'; readonly id: ScreenId; readonly needs: ScreenNeeds }
  | { readonly kind: 'notFound' };

/** What the interface offers whoever is at the console, in the role `stored` on this device if it counts; null while nobody is there. */
export function heldBy(session: SessionStatus, stored: string | null = null): ReadonlySet<Permission> | null {
  if (session.phase !== 'signedIn') return null;
  const { role, display } = session.user;
  if (display !== undefined) return rightsOf(session.user).permissions;
  return offeredPermissions(role, activeRoleOf(role, stored));
}

/**
 * Guards every address by the screen table alone. `search` comes without its question mark. A person who left on purpose
 * or was put out is not led back to where the one before was; one who was locked out by time is (D-31).
 */
export function decideRoute(path: string, search: string, session: SessionStatus, stored: string | null = null): RouteDecision {
  const place = placeAt(path);
  // A wall display has one page, whatever is typed into it; the doors for people above all are not its own (K-10).
  if (session.phase === 'signedIn' && session.user.display !== undefined && place?.id !== 'wall')
    return { kind: 'redirect', to: screens.wall.path };
  if (place === null) return { kind: 'notFound' };
  const { id, needs, morphic } = place;
  const query = search === '' ? '' : `?${search}`;
  if (place.path !== path) return { kind: 'redirect', to: `${place.path}${query}` };
  if (id === 'login' && morphic === null && session.phase === 'signedIn')
    return { kind: 'redirect', to: safeReturnTo(new URLSearchParams(search).get('next')) };
  if (needs === 'public') return { kind: 'open', id, morphic };
  switch (session.phase) {
    case 'starting':
      return { kind: 'wait' };
    case 'signedOut': {
      const leadsBack = session.reason === 'none' || session.reason === 'timeout' || session.reason === 'expired';
      return { kind: 'redirect', to: leadsBack ? loginHref(path, search) : '/login' };
    }
    case 'signedIn':
      return meets(needs, heldBy(session, stored)) ? { kind: 'open', id, morphic } : { kind: 'denied', id, needs };
    default:
      return session satisfies never;
  }
}
