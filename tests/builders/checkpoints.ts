import canonicalize from 'canonicalize';
import type { Checkpoint } from '../../src/contracts/checkpoint.ts';
import { sha256, signRaw, type TestKey } from './evidencePack.ts';

/** A checkpoint signed with node:crypto and the canonicalize library, not with the code under test. */
export function makeCheckpoint(key: TestKey, change: Partial<Omit<Checkpoint, 'jws'>> = {}): Checkpoint {
  const facts = {
    tenantId: 'demo',
    chain: 'verifications' as const,
    index: 999,
    seal: sha256('link 999'),
    at: '2025-11-18T11:00:00.000Z',
    ...change,
  };
  const header = JSON.stringify({ alg: 'RS256', kid: key.kid, typ: 'chain-checkpoint+jws' });
  return { ...facts, jws: signRaw(header, canonicalize(facts) ?? '', key.privateKey) };
}
