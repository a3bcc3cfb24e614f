import type { RecordKind } from '../src/contracts/verdict.ts';
import { lintKeys } from '../src/evidence/keys.ts';
import { MAX_JWKS_BYTES, parseJwks } from '../src/evidence/parse.ts';
import { MAX_PROOF_BYTES, MAX_RECORD_BYTES, parseRecord } from '../src/evidence/parseRecord.ts';
import { checkRecord } from '../src/evidence/records.ts';
import { readBounded, usable } from './verifyInput.ts';
import type { Options } from './verifyOptions.ts';
import { type CommandResult, printable, reasonsOf, tenantWord, word } from './verifyOutput.ts';

/** Checks one signed record (D-33) with nothing but its file, a report's proof file, and a key set. Throws `Unusable`. */
export async function verifyRecord(options: Options & { readonly kind: RecordKind }): Promise<CommandResult> {
  const { kind } = options;
  const text = await readBounded(kind, options.record, MAX_RECORD_BYTES);
  const proof = options.proof === null ? null : await readBounded('proof', options.proof, MAX_PROOF_BYTES);
  const record = usable(kind, parseRecord(kind, text, proof));
  const set = lintKeys(usable('key set', parseJwks(await readBounded('key set', options.jwks, MAX_JWKS_BYTES))));
  const verdict = await checkRecord(record, { set, fetchedAt: null }, options.tenant, new Date().toISOString());

  const { recordId, intact, signed, checkedAt } = verdict;
  const verified = verdict.outcome === 'verified';
  const output = {
    kind,
    recordId,
    verified,
    ...(intact === null ? {} : { intact: word(intact) }),
    signed: word(signed),
    reasons: reasonsOf(intact === null ? [signed] : [intact, signed]),
    tenant: tenantWord(options.tenant, signed),
    keys: { trusted: [...set.trusted.keys()], refused: set.refused },
    checkedAt,
    details: { ...(intact === null ? {} : { intact }), signed },
  };
  return { exitCode: verified ? 0 : 1, output: printable(output) };
}
