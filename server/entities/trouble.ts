import type { Href } from '../../src/domain/screens/link.ts';
import { type Selectable, sql } from 'kysely';
import { isGraver, type SeverityRule, severityRules } from '../../src/domain/operations/severity.ts';
import type { Database } from '../db/schema.ts';
import { nextNumber } from './counters.ts';
import { addEntry, incidentAbout, incidentHref, tellIncidents } from './incidents.ts';
import { addActivity, addNotification, withdrawAbout } from './notices.ts';
import type { Writing } from './writing.ts';

/** A problem for which the platform opens an incident by itself. */
export interface Trouble {
  readonly rule: SeverityRule;
  /** The subject, if a rule may apply to several at once: a stage's name. */
  readonly about?: string;
  readonly title: string;
  readonly description: string;
  /** A link of the console; null if there is no runbook. */
  readonly runbook: Href | null;
  readonly services: readonly string[];
  /** The cause, for the timeline. */
  readonly text: string;
}

const causeOf = ({ rule, about }: Pick<Trouble, 'rule' | 'about'>): string => (about === undefined ? rule : `${rule}:${about}`);

/**
 * Opens an incident according to the table of severities, in the transaction that causes it. An open incident for the same trouble is
 * raised if the table's severity is higher, otherwise left alone: lasting trouble is one incident. Returns the id of the incident opened
 * or raised; null if nothing changed.
 */
export async function troubleStands(writing: Writing, trouble: Trouble): Promise<string | null> {
  const { trx, tenantId, now } = writing;
  const { severity } = severityRules[trouble.rule];
  const held = await openFor(writing, trouble);
  if (held !== undefined && !isGraver(severity, held.severity)) return null;
  const services = trouble.services.join(', ');
  const notify = (id: string, title: string) =>
    addNotification(writing, 'warning', title, `${severity.toUpperCase()}${services === '' ? '' : ` · ${services}`}`, incidentHref(id), {
      replaces: true,
      about: incidentAbout(id),
    });
  if (held !== undefined) {
    await trx
      .updateTable('incidents')
      .set({ severity, cause: causeOf(trouble), version: sql<number>`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('incident_id', '=', held.incident_id)
      .execute();
    await addEntry(writing, held.incident_id, { kind: 'note', by: '', text: trouble.text, severity });
    tellIncidents(writing);
    await notify(held.incident_id, held.title);
    return held.incident_id;
  }
  const incidentId = `INC-${String(await nextNumber(trx, tenantId, 'incident')).padStart(4, '0')}`;
  await trx
    .insertInto('incidents')
    .values({
      tenant_id: tenantId,
      incident_id: incidentId,
      severity,
      cause: causeOf(trouble),
      title: trouble.title,
      description: trouble.description,
      created_at: now.toISOString(),
      resolved_at: null,
      runbook_url: trouble.runbook,
      affected_services: JSON.stringify(trouble.services),
      version: 1,
    })
    .execute();
  await addEntry(writing, incidentId, { kind: 'opened', by: '', text: trouble.text });
  tellIncidents(writing);
  await notify(incidentId, trouble.title);
  return incidentId;
}

/** Resolves the open incident for this trouble, because its cause is over. Returns it; null if none was open. */
export async function troubleEnded(
  writing: Writing,
  trouble: Pick<Trouble, 'rule' | 'about'>,
  text: string,
): Promise<{ readonly incidentId: string; readonly title: string } | null> {
  const { trx, tenantId, now } = writing;
  const held = await openFor(writing, trouble);
  if (held === undefined) return null;
  const incidentId = held.incident_id;
  await trx
    .updateTable('incidents')
    .set({ resolved_at: now.toISOString(), version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('incident_id', '=', incidentId)
    .execute();
  await addEntry(writing, incidentId, { kind: 'resolved', by: '', text });
  tellIncidents(writing);
  await withdrawAbout(writing, incidentAbout(incidentId));
  await addActivity(writing, `Resolved: ${held.title}`, incidentHref(incidentId), 'success');
  return { incidentId, title: held.title };
}

/** The open incident for a trouble. For a stage also an older one without a recorded cause that affects only this stage. */
async function openFor(
  { trx, tenantId }: Writing,
  trouble: Pick<Trouble, 'rule' | 'about'>,
): Promise<Pick<Selectable<Database['incidents']>, 'incident_id' | 'severity' | 'title'> | undefined> {
  const { about } = trouble;
  return trx
    .selectFrom('incidents')
    .select(['incident_id', 'severity', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('resolved_at', 'is', null)
    .where((where) =>
      about === undefined
        ? where('cause', '=', causeOf(trouble))
        : where.or([
            where('cause', '=', causeOf(trouble)),
            where.and([where('cause', 'is', null), sql<boolean>`affected_services = ${JSON.stringify([about])}::jsonb`]),
          ]),
    )
    .orderBy('created_at')
    .executeTakeFirst();
}
