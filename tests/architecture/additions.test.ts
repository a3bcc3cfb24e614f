import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { parse, type SyntaxNode, childOf, childrenOf, walk } from '../../scripts/syntax.ts';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { type Resource, type ResourceKey, resources } from '../../src/contracts/resources.ts';
import { type CommandTable, commands } from '../../src/domain/commands/commands.ts';
import type { CommandRequest } from '../../src/domain/commands/row.ts';
import { ruleOf, tableOf, type TableRule, tableRules } from '../../src/store/resources.ts';
import { ConsoleDb } from '../../src/store/schema.ts';
import { neverEncrypted, type EncryptedTable, schemaVersions } from '../../src/store/tables.ts';
import { asDeclared, veiledColumns } from '../../src/store/veiledColumns.ts';

/**
 * What a new table, resource, call or schema version must bring with it, so that none is half there (`npm run check`). Each check is shown a
 * violation.
 */

type Tables = Readonly<Record<string, string>>;
type Sources = Readonly<Record<string, string>>;

/** Tables whose rows nothing knows how to validate, and which are not among those that stay in the clear. */
const unruled = (tables: readonly string[]): readonly string[] =>
  tables.filter((name) => !Object.hasOwn(neverEncrypted, name) && ruleOf(name) === null);

describe('a table', () => {
  const tables = new ConsoleDb('demo', 'u-additions').tables.map(({ name }) => name);

  it('has an entity or a rule of its own; one without is found', { tags: ['D-31', 'F-25'] }, () => {
    expect(unruled(tables)).toEqual([]);
    expect(unruled([...tables, 'planted'])).toEqual(['planted']);
  });

  it('has the entity that writes to it', () => {
    const rules = Object.entries<TableRule>(tableRules);
    for (const [name, { entityOf, resources: fetched }] of rules)
      for (const key of ['any', ...fetched]) expect(entityOf(key)?.table ?? name, `${name} ${key}`).toBe(name);
  });

  it('without rule does not compile', () => {
    // @ts-expect-error no rule
    const rules: Readonly<Record<EncryptedTable | 'planted', TableRule>> = tableRules;
    expect(Object.keys(rules)).not.toContain('planted');
  });

  it('has every column veiled that it declares, unless somebody decided that one stays readable', { tags: ['G-4'] }, () => {
    expect(Object.keys(veiledColumns).sort()).toEqual(Object.keys(tableRules).sort());
    expect(asDeclared('visitId, site, *tokens, [site+dueAt], &nearest, at')).toEqual({
      texts: ['visitId', 'site', 'nearest'],
      moments: ['dueAt', 'at'],
      left: ['tokens'],
    });
    expect(asDeclared('++id, state')).toEqual({ texts: ['state'], moments: [], left: [] });
  });
});

describe('a resource', () => {
  it('is fetched again when a row of its table is damaged; manifests are found by the list of packs', { tags: ['F-25'] }, () => {
    const lost = (Object.keys(resources) as ResourceKey[]).filter((key) => ruleOf(tableOf(key))?.resources.includes(key) !== true); // its own keys
    expect(lost).toEqual(['manifests']);
  });

  it('that does not say what it depends on does not compile', () => {
    // @ts-expect-error neither topics nor work
    const planted: Resource = { call: 'schools' };
    // @ts-expect-error no such call
    const uncalled: Resource = { call: 'planted', feeds: {}, work: true };
    // @ts-expect-error no such topic
    const unfed: Resource = { call: 'schools', feeds: { planted: 'rows' }, work: true };
    // @ts-expect-error its call does not say how long an answer counts as fresh, and neither does its row
    const unfresh: Resource = { call: 'config', feeds: {}, work: true };
    expect([planted, uncalled, unfed, unfresh]).toHaveLength(4);
  });
});

describe('a command', () => {
  it('of a kind without a row does not compile', () => {
    const { raise: _row, ...rows } = commands;
    // @ts-expect-error nobody has decided who may raise, what waits for it, what it calls, what stands against it, and what it is called
    const table: CommandTable = rows;
    expect(Object.keys(table)).toEqual(Object.keys(rows));
  });

  it('that does not say what stands against it or what it is called, or that calls with anything else than its call takes, does not compile', () => {
    const { obstacle: _, ...rest } = commands.acknowledge;
    // @ts-expect-error no obstacle
    const unjudged: CommandTable['acknowledge'] = rest;
    const { title: _title, ...untitled } = commands.acknowledge;
    // @ts-expect-error its title is missing wherever it waits
    const unnamed: CommandTable['acknowledge'] = untitled;
    // @ts-expect-error the path names incidentId
    const misled: CommandRequest = { id: 'acknowledgeIncident', input: { params: { id: 'INC-1' }, body: {} } };
    // @ts-expect-error the body has no such severity
    const wrong: CommandRequest = { id: 'raiseIncident', input: { params: { incidentId: 'INC-1' }, body: { severity: 'sev9', note: '' } } };
    // @ts-expect-error this call changes nothing
    const read: CommandRequest = { id: 'incidents', input: {} };
    expect([unjudged, unnamed, misled, wrong, read]).toHaveLength(5);
  });
});

/** By source: each check below reads nearly the same files again. */
const servedBySource = new Map<string, readonly string[]>();

/** The calls that a source file serves: `route(app, platform, 'id', …)`. */
function servedIn(path: string, source: string): readonly string[] {
  const known = servedBySource.get(source);
  if (known !== undefined) return known;
  const found: string[] = [];
  const take = (node: SyntaxNode): void => {
    const id = childrenOf(node, 'arguments')[2]?.['value'];
    if (childOf(node, 'callee')?.['name'] === 'route' && typeof id === 'string') found.push(id);
  };
  if (source.includes('route('))
    walk(parse(path, source).program, (node) => {
      if (node.type === 'CallExpression') take(node);
      return true;
    });
  servedBySource.set(source, found);
  return found;
}

/** Calls that no file serves that another one imports. */
function unserved(calls: readonly string[], sources: Sources): readonly string[] {
  const imported = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => posix.join(posix.dirname(path), to)),
  );
  const reached = new Set(imported);
  const served = new Set(Object.entries(sources).flatMap(([path, source]) => (reached.has(path) ? servedIn(path, source) : [])));
  return calls.filter((call) => !served.has(call));
}

describe('a call', () => {
  const sources: Sources = Object.fromEntries(
    readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => [`server/${path.replaceAll('\\', '/')}`, readFileSync(join(root, 'server', path), 'utf8')]),
  );
  const calls = Object.keys(everyEndpoint);

  it('has a route at the platform; one without is found, also where its route is only a comment or in a file that nothing imports', () => {
    expect(unserved(calls, sources)).toEqual([]);
    const plants = (extra: Sources): readonly string[] => unserved([...calls, 'planted'], { ...sources, ...extra });
    expect(plants({})).toEqual(['planted']);
    expect(plants({ 'server/routes/kpis.ts': `${sources['server/routes/kpis.ts']}\n// route(app, platform, 'planted', read);` })).toEqual([
      'planted',
    ]);
    const route = `export const planted = () => route(app, platform, 'planted', read);`;
    expect(plants({ 'server/routes/planted.ts': route })).toEqual(['planted']);
    const imports = `import { planted } from './routes/planted.ts';\nplanted();`;
    expect(plants({ 'server/routes/planted.ts': route, 'server/planting.ts': imports })).toEqual([]);
  });
});

/** The tables of all versions up to one. */
const declaredBy = (versions: readonly Tables[], version: number): Tables => Object.assign({}, ...versions.slice(0, version)) as Tables; // of tables only

/** What is missing for the versions before the newest: a database as each left it, which a test opens. */
function missingFixtures(versions: readonly Tables[], fixtures: readonly (Tables | null)[], test: string): readonly string[] {
  return versions.slice(0, -1).flatMap((_, place) => {
    const version = place + 1;
    const fixture = fixtures[place] ?? null;
    if (fixture === null) return [`version ${version} has no fixture`];
    const declared = Object.entries(declaredBy(versions, version)).sort();
    return [
      ...(JSON.stringify(declared) === JSON.stringify(Object.entries(fixture).sort()) ? [] : [`version ${version} was changed`]),
      ...(test.includes(`fixtures/storeV${version}.ts'`) ? [] : [`no test opens version ${version}`]),
    ];
  });
}

async function fixtureOf(version: number): Promise<Tables | null> {
  const path = join(root, `tests/fixtures/storeV${version}.ts`);
  if (!existsSync(path)) return null;
  const loaded = (await import(path)) as Readonly<Record<string, Tables>>; // a fixture: its tables by this name
  return loaded[`storesV${version}`] ?? null;
}

it('a schema version leaves a fixture of the one before, which a test opens; one without is found, and so is a change of an earlier one', {
  tags: ['F-18'],
}, async () => {
  const fixtures = await Promise.all(schemaVersions.map((_, place) => fixtureOf(place + 1)));
  const test = readFileSync(join(root, 'src/store/migrations.browser.test.ts'), 'utf8');
  expect(missingFixtures(schemaVersions, fixtures, test)).toEqual([]);
  const [first, second, ...later] = schemaVersions;
  expect(missingFixtures([...schemaVersions, { planted: 'id' }], fixtures, test)).toEqual([
    `version ${schemaVersions.length} has no fixture`,
  ]);
  expect(missingFixtures([first, { ...second, planted: 'id' }, ...later], fixtures, test)).toContain('version 2 was changed');
  expect(missingFixtures(schemaVersions, fixtures, test.replaceAll('storeV3', 'storeV1'))).toEqual(['no test opens version 3']);
});
