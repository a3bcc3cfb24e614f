import type { Kysely } from 'kysely';
import type { EveryEndpointId } from '../../src/contracts/everyEndpoint.ts';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { readIncident } from '../entities/incidents.ts';
import { readOverride } from '../entities/overrides.ts';
import { readReport } from '../entities/reports.ts';

/** Access for reading the subject of an answer again. */
export interface Rereading {
  readonly trx: Kysely<Database>;
  readonly tenantId: string;
  readonly config: Pick<ServerConfig, 'origin'>;
}

/** The stored part of an answer: the id of its subject, and its version if it has one. */
interface Reduced {
  readonly id: string;
  readonly version?: number;
}
interface KeptForm {
  /** Returns null if the answer has another form; it is then stored whole. */
  readonly reduce: (answer: object) => Reduced | null;
  /** The answer as the platform would give it now; null if its subject no longer exists. */
  readonly restore: (reading: Rereading, id: string) => Promise<object | null>;
}

const named = (member: string, idOf: string): KeptForm['reduce'] => {
  return (answer) => {
    const told = Object(Object(answer)[member]) as Readonly<Record<string, unknown>>; // any shape
    const { [idOf]: id, version } = told;
    return typeof id === 'string' && typeof version === 'number' ? { id, version } : null;
  };
};
const incident: KeptForm = {
  reduce: named('incident', 'id'),
  restore: async ({ trx, tenantId, config }, id) => {
    const found = await readIncident({ trx, tenantId }, id, config.origin);
    return found === null ? null : { incident: found };
  },
};
const override: KeptForm = {
  reduce: named('override', 'overrideId'),
  restore: async ({ trx, tenantId }, id) => {
    const found = await readOverride({ trx, tenantId }, id);
    return found === null ? null : { override: found };
  },
};
const report: KeptForm = {
  reduce: (answer) => {
    const { reportId: id } = answer as { readonly reportId?: unknown }; // any shape
    return typeof id === 'string' ? { id } : null;
  },
  restore: ({ trx, tenantId }, id) => readReport(trx, tenantId, id),
};

/**
 * Commands for whose answers only id and version are stored (G-20): the subject is long, permanent, and readable by all who may send the
 * command. A repeat is answered with the subject's current state, at that version or later; reports never change. All other answers are
 * stored whole: they are short, or the sender may not be allowed to read the subject any more.
 */
const forms: Readonly<Partial<Record<EveryEndpointId, KeptForm>>> = {
  acknowledgeIncident: incident,
  resolveIncident: incident,
  noteIncident: incident,
  raiseIncident: incident,
  requestOverride: override,
  changeOverride: override,
  decideOverride: override,
  generatePcafReport: report,
  generateIssbReport: report,
};

/** Member that tells a reduced answer from a whole one, as earlier builds stored it. */
const reducedMark = 'reduced';

/** The part of a command's answer to store. */
export function reducedAnswer(call: EveryEndpointId, answer: object): object {
  const reduced = forms[call]?.reduce(answer) ?? null;
  return reduced === null ? answer : { [reducedMark]: reduced };
}

/**
 * Rebuilds the answer of an applied command from its stored part. Throws if the subject is gone, which the platform itself never causes.
 */
export async function restoredAnswer(reading: Rereading, call: EveryEndpointId, kept: unknown): Promise<unknown> {
  const reduced = (Object(kept) as Readonly<Record<string, unknown>>)[reducedMark] as Reduced | undefined; // written by `reducedAnswer`
  if (reduced === undefined) return kept;
  const answer = await forms[call]?.restore(reading, reduced.id);
  if (answer === undefined || answer === null) throw new Error(`What ${call} was answered with, ${reduced.id}, is gone`);
  return answer;
}
