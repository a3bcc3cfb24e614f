import { expect, it } from 'vitest';
import type { Claim } from './claim.ts';
import {
  calculationAgrees,
  covenantKept,
  incidentResolved,
  milestoneReached,
  overrideApproved,
  paymentAgrees,
  paymentPaid,
  portfolioSold,
  recordDecided,
  sitesCovered,
  wormLocked,
} from './records.ts';

const told = (claims: readonly Claim[]) => claims.map(({ answer, word }) => `${answer} ${word}`);

it('a record is what its row says: verified, paid, sold and approved are each one state, and no other is drawn as success', {
  tags: ['T-9', 'C-60'],
}, () => {
  expect(told((['verified', 'pending', 'failed', 'disputed'] as const).map((status) => recordDecided('VRF-1', status)))).toEqual([
    'yes Verified',
    'unknown Pending',
    'no Failed',
    'no Disputed',
  ]);
  expect(told((['paid', 'pending', 'failed'] as const).map((status) => paymentPaid('RBF-1', status)))).toEqual([
    'yes Paid',
    'no Pending',
    'no Failed',
  ]);
  const states = ['eligible', 'eligible_frozen', 'packaged', 'sold', 'recycled', 'defaulted', 'written_off'] as const;
  expect(told(states.map((state) => portfolioSold('DGN-1', state)))).toEqual([
    'no Eligible',
    'no Frozen',
    'no Packaged',
    'yes Sold',
    'yes Recycled',
    'no Defaulted',
    'no Written off',
  ]);
  expect(told((['approved', 'pending', 'rejected'] as const).map((status) => overrideApproved('OVR-1', status)))).toEqual([
    'yes Approved',
    'unknown Pending',
    'no Rejected',
  ]);
});

it('a pack is locked only where the platform says so: an error of its storage is not known', { tags: ['T-9', 'C-60'] }, () => {
  expect(told((['locked', 'unlocked', 'error'] as const).map((status) => wormLocked('EP-1', status)))).toEqual([
    'yes Locked',
    'no Unlocked',
    'unknown Error',
  ]);
});

it('an incident is resolved once it is over, and no success where what it was opened for still held', { tags: ['T-9', 'T-4'] }, () => {
  for (const active of [true, false])
    for (const stillHeld of [true, false])
      for (const takenUp of [true, false])
        for (const current of [true, false]) {
          const { answer, word } = incidentResolved('INC-1', { active, stillHeld, takenUp, current });
          expect([active, stillHeld, answer === 'yes']).toEqual([active, stillHeld, !active && !stillHeld]);
          if (active)
            expect([current, word]).toEqual([
              current,
              `${current ? '' : 'Was '}${takenUp ? 'acknowledged' : 'active'}`.replace(/^a/, (first) => first.toUpperCase()),
            ]);
        }
});

it('what was compared agrees only where it does, and is not known where nothing was compared', { tags: ['T-9'] }, () => {
  expect(told([true, false].map((reached) => milestoneReached('RBF-1', { reached })))).toEqual(['yes Reached', 'no Not reached']);
  expect(told([true, false, null].map((agrees) => paymentAgrees('RBF-1', agrees)))).toEqual([
    'yes Claim agrees',
    'no Claim differs',
    'unknown Claim not compared',
  ]);
  expect(told([true, false].map((kept) => covenantKept('PCAF', kept)))).toEqual(['yes Compliant', 'no Not compliant']);
  expect((['agrees', 'differs', 'offline', 'asking'] as const).map((check) => calculationAgrees('c', check).answer)).toEqual([
    'yes',
    'no',
    'unknown',
    'unknown',
  ]);
  const covered = (some: number, total: number) => sitesCovered('PCAF', { covered: some, total });
  expect(told([covered(2, 2), covered(1, 2), covered(0, 2), covered(0, 0)])).toEqual([
    'yes All sites',
    'no Some sites',
    'no No site',
    'no No site',
  ]);
});
