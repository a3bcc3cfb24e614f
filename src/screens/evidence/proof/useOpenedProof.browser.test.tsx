import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { personsDevice } from '../../../../tests/builders/personsDevice.ts';
import { heldKeys } from '../../../bridge/proof/useHeldKeys.ts';
import type { HeldKeys } from '../../../contracts/verdict.ts';
import type { OpenDeps } from './openProof.ts';
import { useOpenedProof } from './useOpenedProof.ts';

const at = '2025-11-18T11:26:00.000Z';
const store = personsDevice();
const keepKeys = (seq: number, ...kids: readonly string[]) =>
  store().applyAnswer(
    'jwks',
    { keys: kids.map((kid) => ({ kid, kty: 'RSA' })) },
    { receivedAt: Date.parse(at), asOfSeq: seq, epoch: 'e1', extent: 'whole' },
  );
const given = [new File(['{}'], 'payment-RBF-1.ukweli.json')];

/** Shows the reason of a check, which names the key set that was used. */
function Opened({ deps }: { readonly deps: OpenDeps }) {
  const { opening, again } = useOpenedProof(given, deps);
  return (
    <button type="button" onClick={again}>
      {opening?.state === 'unusable' ? opening.reasons[0] : 'nothing yet'}
    </button>
  );
}
function portsBy(open: (kid: string) => Promise<void>, readKeys: () => Promise<HeldKeys>): OpenDeps {
  return {
    tenantId: 'demo',
    now: () => at,
    freshKeys: async () => {},
    readKeys,
    readChain: async () => [],
    readLinksOf: async () => [],
    chainSeen: async () => ({ ok: true, value: { anchors: [], checkpoints: [] } }),
    compare: async () => ({ ok: true, value: { compared: 0, differing: [] } }),
    open: async ({ trusted }) => {
      const kid = kidOf(trusted?.held);
      await open(kid);
      return { ok: true, value: { state: 'unusable', reasons: [`by ${kid}`] } };
    },
  };
}
const kidOf = (held: HeldKeys | undefined): string => (Object(held?.keys[0]) as { readonly kid?: string }).kid ?? 'none';

it('a check that ends late does not put its verdict over that of one that began after it', { tags: ['P-10', 'P-6'] }, async () => {
  let kid = 'k1';
  let release = (): void => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  let lateEnded = false;
  const deps = portsBy(
    async (by) => {
      if (by === 'k1') await late;
      if (by === 'k1') lateEnded = true;
    },
    async () => ({ keys: [{ kid, kty: 'RSA' }], fetchedAt: at }),
  );
  await render(<Opened deps={deps} />);
  kid = 'k2';
  await page.getByRole('button').click();
  await expect.element(page.getByText('by k2')).toBeVisible();
  release();
  await expect.poll(() => lateEnded).toBe(true);
  // Any late update would be rendered within the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await expect.element(page.getByRole('button')).toHaveTextContent('by k2');
});

it('a key set that changes while a proof is open is asked of it again', { tags: ['P-10', 'P-6'] }, async () => {
  await keepKeys(1, 'k1');
  await render(<Opened deps={portsBy(async () => {}, heldKeys)} />);
  await expect.element(page.getByText('by k1')).toBeVisible();
  await keepKeys(2, 'k2');
  await expect.element(page.getByText('by k2')).toBeVisible();
  // An empty set sent by the platform counts too.
  await keepKeys(3);
  await expect.element(page.getByText('by none')).toBeVisible();
});
