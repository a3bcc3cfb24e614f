import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, holdClock, holdOpen, pass, passing, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { frameOf } from '../../../tests/builders/operations.ts';
import { headers } from '../../contracts/endpoints.ts';

beforeEach(holdClock);
afterEach(closeDevices);

const note = [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }] as const;

describe('another person, another place', () => {
  it('another person signed in in this browser and their page went before the console heard of it: nothing decided here is sent, read or kept as theirs', {
    tags: ['M-3'],
  }, async () => {
    const device = await signedInAs(brian);
    const { platform } = device;
    // The cookie is Amina's from now on, and the hub has not been told.
    platform.signIn(amina);
    const begun = platform.requests.length;
    await device.api.enqueue('decision-0000001', [...note]);
    await pass(3_000);
    const sent = platform.requests.slice(begun).filter(({ path }) => path === '/api/incidents/INC-1/notes');
    expect(sent.map(({ headers: fields }) => fields[headers.account])).toEqual([brian.id]);
    expect(platform.answered.filter(({ path }) => path === '/api/incidents/INC-1/notes')).toMatchObject([{ status: 401, as: amina.id }]);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', user: { id: amina.id } });
  });

  it('who is taken out of a tenant is shown what had not been sent there, though it was on its way', { tags: ['M-3'] }, async () => {
    const device = await signedInAs(brian);
    const { platform } = device;
    platform.cookie = { ...platform.cookie!, user: { ...brian, tenantId: 'kampala' } }; // signed in above
    await device.api.enqueue('decision-0000001', [...note]);
    await pass(4_000);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'kampala' } });
    expect(device.status().unsentGone?.items.map(({ command }) => command.kind)).toEqual(['note']);
  });

  it('what is shown to somebody as not sent is shown to nobody who comes in after them', { tags: ['M-13', 'M-3'] }, async () => {
    const device = await signedInAs(brian);
    const { platform, api } = device;
    platform.cookie = { ...platform.cookie!, user: { ...brian, tenantId: 'kampala' } }; // signed in above
    await api.enqueue('decision-0000001', [...note]);
    await pass(4_000);
    expect(device.status().unsentGone?.items).toHaveLength(1);
    platform.signIn(amina);
    const entered = api.signedIn();
    await pass(4_000);
    expect(await passing(entered)).toMatchObject({ ok: true, value: { id: amina.id } });
    expect(device.status().unsentGone).toBeNull();
  });

  it('who was moved to another tenant is not put out by the news that another device of theirs was', { tags: ['M-3'] }, async () => {
    const device = await signedInAs(brian);
    const { platform } = device;
    platform.cookie = { ...platform.cookie!, user: { ...brian, tenantId: 'kampala' } }; // signed in above
    platform.emit(frameOf('system.revoked', brian.id, { userId: brian.id }, { seq: 2, prev: 0 }));
    await pass(3_000);
    expect(device.status().session).toMatchObject({ phase: 'signedIn', tenant: { tenantId: 'kampala' } });
    expect(device.page.leaves()).toEqual([{ kind: 'leave', reason: 'tenant', wiped: true }]);
  });

  it('an answer that put somebody out puts nobody out who has come in since: not the next person, nor the same one in a new session', {
    tags: ['M-3', 'C-73'],
  }, async () => {
    for (const next of [amina, brian]) {
      const device = await signedInAs(brian);
      const { platform } = device;
      // Their session was ended; the answer of `me` is late, and another call reports it sooner.
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
      expect(await passing(entered)).toMatchObject({ ok: true, value: { id: next.id } });
      platform.hello();
      await pass(12_000);
      expect(device.status().session, next.name).toMatchObject({ phase: 'signedIn', user: { id: next.id }, confirmed: true });
      await closeDevices();
      holdClock();
    }
  });

  it('what a slow disk lets go only once the session works elsewhere, or is another’s, is sent in the name of who decided it and where, or not at all', {
    tags: ['M-3', 'F-23', 'F-35'],
  }, async () => {
    for (const moved of [{ ...brian, tenantId: 'kampala' }, amina]) {
      const device = await signedInAs(brian);
      const { platform } = device;
      const path = '/api/incidents/INC-1/notes';
      platform.replies.set(path, { status: 503, body: { error: { code: 'unavailable', message: 'Busy', correlationId: 'c' } } });
      await device.api.enqueue('decision-0000001', [...note]);
      await pass(300);
      // One tab is suspended in a transaction, so that the next command waits for its mark; another does not confirm that it was told to
      // leave.
      const letGo = await holdOpen(`ukweli:demo:${brian.id}`, true);
      await device.api.attach({ pageId: 'p2', lockName: 'p2', build: 'b' }, (message) =>
        message.kind === 'leave' ? new Promise<void>(() => {}) : undefined,
      );
      await pass(3_000);
      platform.replies.delete(path);
      platform.signIn(moved);
      const begun = platform.requests.length;
      device.hub.session.send({ type: 'moved' });
      await pass(200);
      expect(device.hub.session.state()).toMatchObject({ name: 'signedIn', user: { id: moved.id }, tenant: { tenantId: moved.tenantId } });
      letGo();
      await pass(400);
      const sent = platform.requests.slice(begun).filter((request) => request.path === path);
      expect(sent.map(({ headers: fields }) => [fields[headers.account], fields[headers.tenant]])).toEqual(
        sent.map(() => [brian.id, 'demo']),
      );
      expect(sent, 'its turn came').toHaveLength(1);
      await pass(9_000);
      await closeDevices();
      holdClock();
    }
  });
});
