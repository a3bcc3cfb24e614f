import type { ScreenId, screens } from '../../domain/screens/screens.ts';
import { type LazyScreen, lazyScreen } from '../routing/lazyScreen.tsx';

/** Screens whose variant shows bundled sample data. */
export type SampleId = {
  [Id in ScreenId]: (typeof screens)[Id] extends { readonly morphic: 'sample' } ? Id : never;
}[ScreenId];

/** The view of each of them; a row without a view, or the reverse, does not compile. */
export const samples = {
  login: lazyScreen(async () => (await import('./LoginSample.tsx')).LoginSample),
  callback: lazyScreen(async () => (await import('./CallbackSample.tsx')).CallbackSample),
  unauthorized: lazyScreen(async () => (await import('./UnauthorizedSample.tsx')).UnauthorizedSample),
  users: lazyScreen(async () => (await import('../../screens/users/UsersMorphicScreen.tsx')).UsersMorphicScreen),
} as const satisfies Record<SampleId, LazyScreen>;

/** True for a screen whose second design shows bundled sample data and asks the platform nothing. */
export function isSampleId(id: ScreenId): id is SampleId {
  return Object.hasOwn(samples, id);
}
