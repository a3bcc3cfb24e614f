import { expect, it } from 'vitest';
import { makeKey, sampleFiles } from '../../../tests/builders/evidencePack.ts';
import { makeProof } from '../../../tests/builders/proof.ts';
import { answerProof } from './answer.ts';

it('an answer names each evidence file that is not the listed one, and none that is', { tags: ['M-13', 'P-10'] }, async () => {
  const key = makeKey('ukweli-2025-11');
  const at = '2025-11-18T12:30:00Z';
  const changed = 'kitchen-north.jpg';
  const files = sampleFiles.map(({ name, size, hash }) => ({ name, size, hash: name === changed ? '0'.repeat(64) : hash, hashedAt: at }));
  const { exitCode, output } = await answerProof(JSON.stringify(makeProof(key, 'payment')), {
    at,
    files,
    jwks: JSON.stringify({ keys: [key.jwk] }),
  });
  expect(exitCode).toBe(1);
  expect(output).toMatchObject({ details: { files: { state: 'failed', code: 'file_changed', evidence: { files: [{ name: changed }] } } } });
});
