import { hub } from '../../bridge/hub.ts';
import { unsentQuestion } from '../outbox/unsentQuestion.ts';
import { markLeft } from './leftMark.ts';
import { providerLogoutUrl } from './providerLogout.ts';
import { loadPlatformConfig } from './usePlatformConfig.ts';

/**
 * Signs out: first this device (rows, caches, session; works without a network), then the identity provider, so that its
 * memory of the person goes too (D-20, D-21). Without a network the provider is asked to ask again next time instead. Where something
 * is unsent the person is asked first, and nothing has happened yet.
 */
export async function signOut(unsent: 'ask' | 'discard' = 'ask'): Promise<void> {
  const left = await hub.signOut(unsent === 'discard');
  // `storage`: what is unsent cannot be counted, which is not none.
  if (!left.ok && (left.problem.code === 'conflict' || left.problem.code === 'storage')) return unsentQuestion.ask();
  markLeft('user');
  if (!left.ok) return;
  const config = await loadPlatformConfig();
  if (config.ok && config.value.oidc !== null) location.assign(providerLogoutUrl(config.value.oidc, location.origin));
}
