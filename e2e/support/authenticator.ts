import type { CDPSession, Page } from '@playwright/test';

/**
 * A phone's worth of authenticator that Chromium plays: it keeps passkeys, knows its owner, and says yes by itself. It lasts as long as its page.
 * @param gives what it can do besides; `hasPrf`: it gives secrets
 */
export async function addAuthenticator(page: Page, gives: { readonly hasPrf?: boolean } = {}): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...gives,
    },
  });
  return session;
}
