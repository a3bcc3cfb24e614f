import type { Kysely } from 'kysely';
import type { EveryEndpointId } from '../../src/contracts/everyEndpoint.ts';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { readIncident } from '../entities/incidents.ts';
import { readOverride } from '../entities/overrides.ts';
import { readReport } from '../entities/reports.ts';

/** Where what an answer told of is read again. */
export interface Rereading {
  readonly trx: Kysely<Database>;
  readonly tenantId: string;
  readonly config: Pick<ServerConfig, 'origin'>;
}

/** What is kept of an answer: the id of what it told of, and at which version, where that has one. */
interface Reduced {
  readonly id: string;
  readonly version?: number;
}
interface KeptForm {
  /** Null of an answer that has not the form: it is kept as it is. */
  readonly reduce: (answer: object) => Reduced | null;
  /** The answer as the platform would give it now; null where what it told of is gone. */
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
 * Commands of whose answer only ids and version are kept (G-20): what they tell of is long, stays for good, and is not told to fewer people than may send them. Sent again, they are answered
 * with it as it stands by then, which is at that version or above; a report never changes. Other answers are short, or of what whoever sends again may not see any more, and are kept whole.
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

/** The member by which a reduced answer is told from a whole one, as builds before this one have kept it. */
const reducedMark = 'reduced';

/** What is kept of a command's answer. */
export function reducedAnswer(call: EveryEndpointId, answer: object): object {
  const reduced = forms[call]?.reduce(answer) ?? null;
  return reduced === null ? answer : { [reducedMark]: reduced };
}

/** The answer to a command that took effect, from what was kept of it; throws where what it told of is gone, which nothing of the platform's own does. */
export async function restoredAnswer(reading: Rereading, call: EveryEndpointId, kept: unknown): Promise<unknown> {
  const reduced = (Object(kept) as Readonly<Record<string, unknown>>)[reducedMark] as Reduced | undefined; // written by `reducedAnswer`
  if (reduced === undefined) return kept;
  const answer = await forms[call]?.restore(reading, reduced.id);
  if (answer === undefined || answer === null) throw new Error(`What ${call} was answered with, ${reduced.id}, is gone`);
  return answer;
}
