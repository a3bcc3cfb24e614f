import { untilDone } from '../../server/testing/untilDone.ts';
import { type Person, signIn } from './calls.ts';
import { type Decider, startDecider } from './load.ts';
import type { Noted } from './measure.ts';
import { startReader, straightTo, type StreamReader, throughNginx } from './readers.ts';
import { startReads } from './reads.ts';
import { askDatabase, type Stage } from './stage.ts';
import { startWatch } from './watch.ts';

/** All clients of the run: consoles that decide and read, one reader per instance, a console of another tenant, and the readiness watch. */
export interface Cast {
  /** Lets the next person decide something, about each incident in turn. */
  decide(): void;
  /**
   * Waits until everything pending is sent and read. Returns each reader with the sequence number up to which it is judged. Reports what
   * does not finish.
   */
  drain(): Promise<readonly { readonly reader: StreamReader; readonly upTo: number }[]>;
  noted(): Noted;
  leave(): Promise<void>;
}

const deciders = ['admin@ukweli.example', 'bank@ukweli.example', 'operator@ukweli.example'];
const otherTenant = 'operator@kampala.example';
/** Maximum of incidents used. A console sends commands about one incident sequentially, and those about different incidents in parallel. */
const incidentsWrittenAbout = 10;
/** Maximum time to send and read what is pending after the run, milliseconds. */
const drainedWithinMs = 120_000;

/** Signs all clients in and starts them. */
export async function callIn(stage: Stage, tell: (line: string) => void): Promise<Cast> {
  const people = await Promise.all(deciders.map((email) => signIn(stage.nginx, email, stage.passwordOf(email))));
  const other = await signIn(stage.nginx, otherTenant, stage.passwordOf(otherTenant));
  const incidents = await askDatabase(stage.databaseUrl, async (client) => {
    const { rows } = await client.query<{ incident_id: string }>(
      `select incident_id from incidents where tenant_id = 'demo' order by 1 limit ${incidentsWrittenAbout}`,
    );
    return rows.map((row) => row.incident_id);
  });
  tell(`${people.length} people write about ${incidents.length} incidents`);
  const all = people.map((person) => startDecider(person, ({ message }) => tell(`${person.name}: ${message}`)));
  const consoles = all.map((decider, index) => startConsole(stage, decider, `console ${index + 1}`));
  const [first] = people as [Person, ...Person[]]; // there are three
  const nothing = (): void => undefined;
  const direct = stage.instances.map((instance) =>
    startReader(`instance ${instance.name}`, 'demo', straightTo(instance, first.cookie), nothing, nothing),
  );
  const quiet = startReader('other tenant', other.tenantId, throughNginx(stage.nginx, other.cookie), nothing, nothing);
  const readers = [...consoles, ...direct, quiet];
  const watch = startWatch(stage.instances);
  const stopReads = startReads(other);
  let turn = 0;
  return {
    decide() {
      all[turn % all.length]?.note(incidents[Math.floor(turn / all.length) % incidents.length] ?? '');
      turn += 1;
    },
    async drain() {
      await untilDone(async () => {
        const left = all.reduce((sum, decider) => sum + decider.unsettled(), 0);
        if (left > 0) throw new Error(`${left} commands are neither acknowledged nor refused`);
      }, drainedWithinMs).catch((failure: Error) => tell(failure.message));
      stopReads();
      return Promise.all(
        readers.map(async (reader) => {
          const upTo = await headOf(stage.databaseUrl, reader === quiet ? other.tenantId : 'demo');
          await untilDone(async () => {
            if (reader.newest() < upTo) throw new Error(`${reader.name} has read to ${reader.newest()} of ${upTo}`);
          }, drainedWithinMs).catch((failure: Error) => tell(failure.message));
          return { reader, upTo };
        }),
      );
    },
    noted: () => ({
      consoles,
      direct,
      decided: all.flatMap((decider) => decider.decided),
      calls: people.flatMap(({ ends }) => ends),
      reads: other.ends,
      instances: stage.instances,
      watch,
      nginxErrors: stage.nginxErrors(),
    }),
    async leave() {
      stopReads();
      watch.stop();
      for (const reader of readers) reader.stop();
      for (const decider of all) await decider.end();
      for (const person of [...people, other]) person.close();
    },
  };
}

/** The event stream of a deciding person; their outbox depends on its connection state. */
function startConsole(stage: Stage, decider: Decider, name: string): StreamReader {
  const reader: StreamReader = startReader(name, 'demo', throughNginx(stage.nginx, decider.person.cookie), decider.heard, () =>
    decider.linked(reader.isConnected()),
  );
  return reader;
}

async function headOf(databaseUrl: string, tenantId: string): Promise<number> {
  return askDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ seq: string }>('select seq from event_heads where tenant_id = $1', [tenantId]);
    return Number(rows[0]?.seq ?? 0);
  });
}
