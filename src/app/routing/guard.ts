import type { Permission } from '../../contracts/access.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import { activeRoleOf, offeredPermissions } from '../../domain/accounts/access.ts';
import { rightsOf } from '../../domain/accounts/rights.ts';
import { at, type Href, screenHref } from '../../domain/screens/link.ts';
import { placeAt } from '../../domain/places.ts';
import { meets, type MorphicKind, type ScreenId, type ScreenNeeds } from '../../domain/screens/screens.ts';
import { loginHref, safeReturnTo } from './deepLink.ts';

/** What the router does with an address, decided before any code of the screen is loaded. */
export type RouteDecision =
  /** The session is not known yet: show a page skeleton, load nothing. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'open'; readonly id: ScreenId; readonly morphic: MorphicKind | null }
  /** Replaces the address: an alias, a trailing slash, the sign-in page. */
  | { readonly kind: 'redirect'; readonly to: Href }
  /** Access Denied in place: the address stays (C-73, D-6). */
  | { readonly kind: 'denied'; readonly id: ScreenId; readonly needs: ScreenNeeds }
  | { readonly kind: 'notFound' };

/** The permissions offered to the signed-in user, in the role `stored` on this device if it counts; null if nobody is signed in. */
export function heldBy(session: SessionStatus, stored: string | null = null): ReadonlySet<Permission> | null {
  if (session.phase !== 'signedIn') return null;
  const { role, display } = session.user;
  if (display !== undefined) return rightsOf(session.user).permissions;
  return offeredPermissions(role, activeRoleOf(role, stored));
}

/**
 * Guards every address by the screen table alone. `search` has no question mark. After a deliberate sign-out or a revocation the next
 * user is not led back to the former page; after a time-out or expiry they are (D-31).
 */
export function decideRoute(path: string, search: string, session: SessionStatus, stored: string | null = null): RouteDecision {
  const place = placeAt(path);
  // A wall display has one page, whatever address is typed; sign-in pages above all are not for it (K-10).
  if (session.phase === 'signedIn' && session.user.display !== undefined && place?.id !== 'wall')
    return { kind: 'redirect', to: screenHref('wall') };
  if (place === null) return { kind: 'notFound' };
  const { id, needs, morphic } = place;
  if (place.path !== path) return { kind: 'redirect', to: at(place.path, search) };
  if (id === 'login' && morphic === null && session.phase === 'signedIn')
    return { kind: 'redirect', to: safeReturnTo(new URLSearchParams(search).get('next')) };
  if (needs === 'public') return { kind: 'open', id, morphic };
  switch (session.phase) {
    case 'starting':
      return { kind: 'wait' };
    case 'signedOut': {
      const leadsBack = session.reason === 'none' || session.reason === 'timeout' || session.reason === 'expired';
      return { kind: 'redirect', to: leadsBack ? loginHref(path, search) : screenHref('login') };
    }
    case 'signedIn':
      return meets(needs, heldBy(session, stored)) ? { kind: 'open', id, morphic } : { kind: 'denied', id, needs };
    default:
      return session satisfies never;
  }
}
