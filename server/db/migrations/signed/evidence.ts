import { asks, changes, movesOtherwise, refuses } from './trigger.ts';

/** What a link seals of its verification and no later link changes. */
const sealedForGood = [
  'tenant_id',
  'vrf_id',
  'site_code',
  'covenant_hash',
  'evidence_hash',
  'uptime',
  'fuel_savings',
  'emission_reduction',
];
const packFacts = [
  'tenant_id',
  'pack_id',
  'site_code',
  'vrf_id',
  'created_at',
  'manifest_hash',
  'jws',
  'signer_kid',
  'signature_timestamp',
  'file_count',
  'total_bytes',
  'simulated',
];
const genesis = '0'.repeat(64);

export const evidenceTriggers: readonly string[] = [
  refuses(
    'update',
    'verifications',
    'vrf_id',
    'verifications_sealed',
    changes(sealedForGood),
    'What was sealed of a verification stays as it was sealed',
  ),
  refuses('delete', 'verifications', 'vrf_id', 'verifications_kept', null, 'A verification that was sealed is not taken away'),
  // A row is its newest link, to the letter: no status without a link of the chain.
  ...asks(
    'verifications_as_linked',
    'insert or update of status, sealed_at, chain_index, seal, prev_hash',
    'verifications',
    null,
    `declare link jsonb;
    begin
      select canonical::jsonb into link from chain_entries
        where tenant_id = new.tenant_id and chain_index = new.chain_index and vrf_id = new.vrf_id and seal = new.seal;
      if link is null
        or (link ->> 'status', link ->> 'siteCode', link ->> 'covenantHash', link ->> 'evidenceHash', link ->> 'prevHash')
          is distinct from (new.status, new.site_code, new.covenant_hash, new.evidence_hash, new.prev_hash)
        or (link ->> 'timestamp')::timestamptz is distinct from new.sealed_at
        or ((link #>> '{performanceKpis,uptime}')::float8, (link #>> '{performanceKpis,fuelSavings}')::float8, (link #>> '{performanceKpis,emissionReduction}')::float8)
          is distinct from (new.uptime, new.fuel_savings, new.emission_reduction)
      then
        perform refuse_row('verifications_as_linked', 'verifications', new.vrf_id || ': A verification says what its link of the chain seals');
      end if;
      if exists (select from chain_entries where tenant_id = new.tenant_id and vrf_id = new.vrf_id and chain_index > new.chain_index) then
        perform refuse_row('verifications_as_linked', 'verifications', new.vrf_id || ': A verification stands by its newest link of the chain');
      end if;
      return new;
    end`,
  ),
  ...asks(
    'chain_entries_follow',
    'insert',
    'chain_entries',
    null,
    `declare before text; link jsonb := new.canonical::jsonb;
    begin
      select seal into before from chain_entries where tenant_id = new.tenant_id and chain_index = new.chain_index - 1;
      if new.chain_index = 0 then before := '${genesis}'; end if;
      if before is null or link ->> 'prevHash' is distinct from before then
        perform refuse_row('chain_entries_follow', 'chain_entries', 'Link ' || new.chain_index || ': A link of the chain follows the one before it');
      end if;
      if (link ->> 'tenantId', link ->> 'vrfId', link ->> 'chainIndex') is distinct from (new.tenant_id, new.vrf_id, new.chain_index::text)
        or new.seal <> encode(sha256(convert_to(new.canonical, 'UTF8')), 'hex')
      then
        perform refuse_row('chain_entries_follow', 'chain_entries', 'Link ' || new.chain_index || ': A link of the chain is sealed by its own text');
      end if;
      return new;
    end`,
  ),
  refuses(
    'update',
    'evidence_packs',
    'pack_id',
    'evidence_packs_signed',
    `old.jws <> '' and ${changes(packFacts)}`,
    'A manifest stays as it was signed',
  ),
  refuses(
    'delete',
    'evidence_packs',
    'pack_id',
    'evidence_packs_kept',
    `old.jws <> '' and not old.simulated`,
    'An evidence pack that was signed is not taken away',
  ),
  refuses('update', 'evidence_files', 'pack_id', 'evidence_files_signed', null, 'A file of an evidence pack stays as it was listed'),
  ...asks(
    'evidence_files_kept',
    'delete',
    'evidence_files',
    null,
    `begin
      if exists (select from evidence_packs where tenant_id = old.tenant_id and pack_id = old.pack_id and jws <> '' and not simulated) then
        perform refuse_row('evidence_files_kept', 'evidence_files', old.pack_id || ': A file of an evidence pack that was signed is not taken away');
      end if;
      return old;
    end`,
  ),
  ...asks(
    'checkpoints_stand',
    'insert',
    'checkpoints',
    null,
    `begin
      if not (case new.chain
        when 'verifications' then exists (select from chain_entries where tenant_id = new.tenant_id and chain_index = new.chain_index and seal = new.seal)
        else exists (select from audit_records where tenant_id = new.tenant_id and chain_index = new.chain_index and hash = new.seal) end)
      then
        perform refuse_row('checkpoints_stand', 'checkpoints', 'Checkpoint ' || new.chain_index || ': A checkpoint stands at a link that is there, by its seal');
      end if;
      return new;
    end`,
  ),
  ...asks(
    'audit_records_follow',
    'insert',
    'audit_records',
    null,
    `declare before text;
    begin
      select hash into before from audit_records where tenant_id = new.tenant_id and chain_index = new.chain_index - 1;
      if new.chain_index = 0 then before := '${genesis}'; end if;
      if before is null or new.prev_hash <> before then
        perform refuse_row('audit_records_follow', 'audit_records', 'Line ' || new.chain_index || ': A line of the record follows the one before it');
      end if;
      return new;
    end`,
  ),
  refuses('update', 'signing_keys', 'kid', 'signing_keys_stay', changes(['kid', 'public_jwk']), 'A key stays as it was made'),
  refuses(
    'update',
    'signing_keys',
    'kid',
    'signing_keys_moves',
    movesOtherwise('state', { current: ['former', 'withdrawn'], former: ['retired', 'withdrawn'], retired: ['withdrawn'] }),
    'A key signs, signs no more, is retired and is withdrawn, in this order',
  ),
  refuses('delete', 'signing_keys', 'kid', 'signing_keys_kept', null, 'A key is not taken away, since what it signed is judged by it'),
];
