import { expect, it } from 'vitest';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { frameOf } from '../../../tests/builders/operations.ts';
import type { Result } from '../../contracts/problem.ts';
import type { SessionState } from '../../domain/session/types.ts';
import { createControlHandler } from './controlHandler.ts';

const revoked = frameOf('system.revoked', amina.id, { userId: amina.id }, { seq: 1 });
const refused: Result<unknown> = { ok: false, problem: { code: 'gone', message: 'Your access was ended.', retry: false } };

/** What the session is told where the platform says that access has ended, and refuses `me`; `meanwhile` runs while that is asked. */
async function toldOnRevoked(meanwhile: (signIn: () => void) => void): Promise<readonly string[]> {
  const told: string[] = [];
  let sittings = 1;
  const handle = createControlHandler({
    platform: { heard: () => {}, minimumBuild: () => {} },
    session: () => ({
      state: () => ({ name: 'signedIn' }) as SessionState, // only the name is read here
      send: ({ type }) => void told.push(type),
    }),
    me: async () => {
      meanwhile(() => (sittings += 1));
      return refused;
    },
    keys: () => {},
    sitting: () => sittings,
  });
  await handle(revoked, amina);
  return told;
}

it('a refusal that is about an earlier sign-in ends nobody’s session, and the platform is asked about the one that began meanwhile', {
  tags: ['M-13', 'D-14', 'D-21'],
}, async () => {
  expect(await toldOnRevoked(() => {})).toEqual(['revoked']);
  expect(await toldOnRevoked((signIn) => signIn())).toEqual(['unauthenticated']);
});
