import type { CDPSession, Page } from '@playwright/test';

/**
 * A virtual authenticator of Chromium: it stores passkeys, verifies its user, and consents by itself. It lasts as long as its page.
 * @param gives optional features; `hasPrf`: the PRF extension
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
