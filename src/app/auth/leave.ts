import { hub } from '../../bridge/hub/hub.ts';
import { unsentQuestion } from '../outbox/unsentQuestion.ts';
import { markLeft } from './leftMark.ts';
import { providerLogoutUrl } from './providerLogout.ts';
import { loadPlatformConfig } from './usePlatformConfig.ts';

/**
 * Signs out: first this device (rows, caches, session; works offline), then the identity provider, so that it forgets the person too
 * (D-20, D-21). Offline, the provider must ask for the person at the next sign-in instead. With unsent commands the user is asked first,
 * and nothing has happened yet.
 */
export async function signOut(unsent: 'ask' | 'discard' = 'ask'): Promise<void> {
  const left = await hub.signOut(unsent === 'discard');
  // `storage`: unsent commands cannot be counted, which does not mean none.
  if (!left.ok && (left.problem.code === 'conflict' || left.problem.code === 'storage')) return unsentQuestion.ask();
  markLeft('user');
  if (!left.ok) return;
  const config = await loadPlatformConfig();
  if (config.ok && config.value.oidc !== null) location.assign(providerLogoutUrl(config.value.oidc, location.origin));
}
