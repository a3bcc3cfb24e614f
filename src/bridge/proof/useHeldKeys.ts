import { useMemo } from 'react';
import type { HeldKeys } from '../../contracts/verdict.ts';
import { readKeys } from '../../store/readEvidence.ts';
import { readSync } from '../../store/read.ts';
import { useStored } from '../reads/useStored.ts';

/** The platform's signing keys stored on this device, and when they were fetched. */
export async function heldKeys(): Promise<HeldKeys> {
  const [{ rows }, sync] = await Promise.all([readKeys(), readSync('jwks')]);
  const at = sync?.lastSuccessAt ?? null;
  return { keys: rows, fetchedAt: at === null ? null : new Date(at).toISOString() };
}

/** The stored signing keys and when they were fetched; null until read. Fetches nothing: the hub keeps the set up to date (C-82). */
export function useHeldKeys(): HeldKeys | null {
  const stored = useStored(async () => ({ keys: (await readKeys()).rows, sync: await readSync('jwks') }), []);
  const { value } = stored;
  return useMemo(() => {
    if (value === undefined) return null;
    const at = value.sync?.lastSuccessAt ?? null;
    return { keys: value.keys, fetchedAt: at === null ? null : new Date(at).toISOString() };
  }, [value]);
}
