import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, holdClock, pass, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { frameOf } from '../../../tests/builders/operations.ts';
import { headers } from '../../contracts/endpoints.ts';

beforeEach(holdClock);
afterEach(closeDevices);

const note = [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }] as const;

describe('another person, another place', () => {
  it('[M-3] another person signed in in this browser and their page went before the console heard of it: nothing decided here is sent, read or kept as theirs', async () => {
    const device = await signedInAs(brian);
    const { platform } = device;
    // The cookie is Amina's from now on; nobody has told the hub.
    platform.signIn(amina);
    const begun = platform.requests.length;
    await device.api.enqueue('decision-0000001', [...note]);
    await pass(3_000);
    const sent = platform.requests.slice(begun).filter(({ path }) => path === '/api/incidents/INC-1/notes');
    expect(sent.map(({ headers: of }) => of[headers.account])).toEqual([brian.id]);
    expect(platform.answered.filter(({ path }) => path === '/api/incidents/INC-1/notes')).toMatchObject([{ status: 401, as: amina.id }]);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', user: { id: amina.id } });
  });

  it('[M-3] who is taken out of a tenant is shown what had not been sent there, though it was on its way', async () => {
    const device = await signedInAs(brian);
    const { platform } = device;
    platform.cookie = { ...platform.cookie!, user: { ...brian, tenantId: 'kampala' } }; // signed in above
    await device.api.enqueue('decision-0000001', [...note]);
    await pass(4_000);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'kampala' } });
    expect(device.status().unsentGone?.items.map(({ command }) => command.kind)).toEqual(['note']);
  });

  it('[M-3] who was moved to another tenant is not put out by the news that another device of theirs was', async () => {
    const device = await signedInAs(brian);
    const { platform } = device;
    platform.cookie = { ...platform.cookie!, user: { ...brian, tenantId: 'kampala' } }; // signed in above
    platform.emit(frameOf('system.revoked', brian.id, { userId: brian.id }, { seq: 2, prev: 0 }));
    await pass(3_000);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'kampala' } });
    expect(device.page.leaves()).toEqual([{ kind: 'leave', reason: 'tenant', wiped: true }]);
  });

  it('[M-3] [C-73] an answer that put somebody out puts nobody out who has come in since: not the next person, nor the same one in a new session', async () => {
    for (const next of [amina, brian]) {
      const device = await signedInAs(brian);
      const { platform } = device;
      // Their session was ended; what `me` says of it comes late, and another call tells sooner.
      platform.cookie = null;
      platform.onItsWayMs = () => 12_000;
      platform.emit(frameOf('system.revoked', brian.id, { userId: brian.id }, { seq: 2, prev: 0 }));
      await pass(50);
      platform.onItsWayMs = () => 0;
      void device.api.refresh(['health']);
      await pass(3_000);
      expect(device.status().session).toMatchObject({ phase: 'signedOut', reason: 'expired' });
      platform.signIn(next);
      const entered = device.api.signedIn();
      await pass(4_000);
      expect(await entered).toMatchObject({ ok: true, value: { id: next.id } });
      platform.hello();
      await pass(12_000);
      expect(device.status().session, next.name).toMatchObject({ phase: 'signedIn', user: { id: next.id }, confirmed: true });
      await closeDevices();
      holdClock();
    }
  });
});
