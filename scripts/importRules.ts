/** One import, with repository paths. `to` of a package is `node_modules/<name>`, of a Node module `node:<name>`. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly kind: 'own' | 'node' | 'package' | 'missing';
  /** Where package.json lists the package; null if it does not, or if it is no package. */
  readonly listed: 'dependencies' | 'devDependencies' | null;
  /** Nothing of it is left at run time. */
  readonly typesOnly: boolean;
}

/** A rule of the layering: an import for which `forbids` is true is an error. */
export interface ImportRule {
  readonly name: string;
  readonly why: string;
  readonly forbids: (found: Import) => boolean;
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
/** Code that exists only for tests. */
const isForTests = (path: string): boolean => isTest(path) || /^(tests|e2e|server\/testing)\//.test(path);

const contracts = /^src\/contracts\//;
const domain = /^src\/domain\//;
const evidence = /^src\/evidence\//;
const base = [contracts, domain];
/** The part of the store that pages may use: everything except the modules that write. */
const storeForPages = /^src\/store\/(?!write)/;

/** A rule that allows a folder of src to import only from these folders of src. */
const only = (name: string, why: string, from: RegExp, rooms: readonly RegExp[]): ImportRule => ({
  name,
  why,
  forbids: (found) =>
    from.test(found.from) &&
    !isTest(found.from) &&
    found.to.startsWith('src/') &&
    found.to !== 'src/build.d.ts' &&
    !rooms.some((room) => room.test(found.to)),
});

const screenOf = (path: string): string | undefined => /^src\/screens\/([^/]+)\//.exec(path)?.[1];

/** The layering of docs/DESIGN.md, section 2. `tests/architecture/imports.test.ts` plants a violation of each rule. Cycles are found apart (`cyclesIn`). */
export const importRules: readonly ImportRule[] = [
  { name: 'no-unresolved', why: 'An import that resolves to nothing.', forbids: ({ kind }) => kind === 'missing' },
  only('contracts-import-contracts', 'The definition of every shape depends on nothing of ours.', contracts, [contracts]),
  only('domain-imports-contracts', 'Pure rules that know only shapes.', domain, base),
  only('evidence-is-portable', 'The same code runs in page, worker, server and command line.', evidence, [...base, evidence]),
  only('store-knows-shapes', 'The store knows rows and rules, not who reads them.', /^src\/store\//, [...base, /^src\/store\//]),
  only('workers-import-down', 'Workers have no page.', /^src\/workers\//, [...base, evidence, /^src\/store\//, /^src\/workers\//]),
  only('sw-stands-alone', 'The service worker is a short list of decisions over contracts.', /^src\/sw\//, [contracts, /^src\/sw\//]),
  only('classic-stands-alone', 'Each is one small file that must run without the rest of the console.', /^src\/classic\//, [
    ...base,
    /^src\/classic\//,
  ]),
  only(
    'verify-page-stands-alone',
    'One page that checks a proof without the console: from a disk, without a network.',
    /^src\/verifyPage\//,
    [...base, evidence, /^src\/verifyPage\//, /^src\/workers\/evidence\/hashBytes\.ts$/],
  ),
  // The bridge imports the workers' entry files only for their built URLs.
  only('bridge-imports-down', 'The page side of the hub.', /^src\/bridge\//, [
    ...base,
    evidence,
    storeForPages,
    /^src\/bridge\//,
    /^src\/workers\/.*[eE]ntry\.ts/,
  ]),
  only('ui-is-product-free', 'Components know no screen, store or role.', /^src\/ui\//, [...base, /^src\/ui\//]),
  only('screens-import-down', 'A screen reads the store, asks the bridge, draws with ui.', /^src\/screens\//, [
    ...base,
    evidence,
    storeForPages,
    /^src\/(bridge|ui|screens)\//,
  ]),
  only('app-imports-down', 'The application knows screens, never workers or the writing store.', /^src\/app\//, [
    ...base,
    evidence,
    storeForPages,
    /^src\/(bridge|ui|screens|app)\//,
  ]),
  {
    name: 'screens-are-apart',
    why: 'A screen never imports another: what two share belongs to ui, domain or the bridge.',
    forbids: ({ from, to }) => screenOf(from) !== undefined && screenOf(to) !== undefined && screenOf(from) !== screenOf(to),
  },
  {
    name: 'only-workers-write',
    why: 'One writer: pages read.',
    forbids: ({ from, to }) => to.startsWith('src/store/write') && !/^src\/(workers|store)\/|^tests\//.test(from) && !isTest(from),
  },
  {
    name: 'claims-are-made-in-one-place',
    why: 'A word that claims something is decided in src/domain/claims, where a test tries to make it lie (D-69).',
    forbids: ({ from, to }) => to === 'src/domain/claims/judgement.ts' && !from.startsWith('src/domain/claims/'),
  },
  {
    name: 'samples-claim-on-sample-pages',
    why: 'A success over nothing is for the pages that show how success looks (D-69).',
    forbids: ({ from, to }) =>
      to === 'src/domain/claims/sample.ts' &&
      from.startsWith('src/') &&
      !/^src\/(domain\/claims|screens\/designSystem|screens\/newComponents)\//.test(from) &&
      !isTest(from),
  },
  {
    name: 'chakra-stays-in-ui',
    why: 'What is drawn with Chakra is loaded late, with its provider (D-41).',
    forbids: ({ from, to }) => to.startsWith('node_modules/@chakra-ui/') && from.startsWith('src/') && !from.startsWith('src/ui/'),
  },
  {
    name: 'history-in-one-place',
    why: 'Links take an Href (D-42), and one module keeps the history of what is open (D-61): src/bridge/address/Link.tsx and navigation.ts.',
    forbids: ({ from, to }) =>
      to.startsWith('node_modules/wouter') && !/^src\/bridge\/address\/(Link\.tsx|navigation\.ts)$/.test(from) && !isTest(from),
  },
  {
    name: 'skins-are-data',
    why: 'A skin holds no query, route or handler.',
    forbids: ({ from, to }) => /^src\/screens\/.*\/skins?\.tsx?$/.test(from) && /\/queries\.ts$|^src\/(bridge|store)\//.test(to),
  },
  {
    name: 'src-knows-no-server',
    why: 'The console knows the platform by its contracts.',
    forbids: ({ from, to }) => from.startsWith('src/') && /^(server|scripts|e2e|bench)\//.test(to),
  },
  {
    name: 'server-imports-shared-rooms',
    why: 'The platform shares contracts, rules and evidence with the console, nothing else.',
    forbids: ({ from, to }) =>
      from.startsWith('server/') &&
      !isForTests(from) &&
      (/^(scripts|e2e)\//.test(to) || (to.startsWith('src/') && !/^src\/((contracts|domain|evidence)\/|build\.d\.ts)/.test(to))),
  },
  {
    name: 'tests-are-not-code',
    why: 'Code never depends on a test, nor on what only tests use.',
    forbids: ({ from, to }) => !isForTests(from) && isForTests(to),
  },
  {
    name: 'domain-does-no-io',
    why: 'No Node module and no package but zod below the evidence room.',
    forbids: ({ from, to, kind }) =>
      /^src\/(domain|contracts)\//.test(from) && !isTest(from) && (kind === 'node' || (kind === 'package' && to !== 'node_modules/zod')),
  },
  {
    name: 'declared-packages-only',
    why: 'A package that package.json does not name may vanish with another.',
    forbids: ({ from, kind, listed }) => /^(src|server|scripts|e2e)\//.test(from) && kind === 'package' && listed === null,
  },
  {
    name: 'no-dev-packages-in-the-platform',
    why: 'What runs in production is a dependency, not a development dependency.',
    forbids: ({ from, kind, listed }) =>
      from.startsWith('server/') && !isForTests(from) && kind === 'package' && listed === 'devDependencies',
  },
];

/** Cycles of run-time imports, each as the paths around it. Two files may share types. */
export function cyclesIn(imports: readonly Import[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>();
  for (const { from, to, kind, typesOnly } of imports) if (kind === 'own' && !typesOnly) next.set(from, [...(next.get(from) ?? []), to]);
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, above: readonly string[]): void => {
    const at = above.indexOf(path);
    if (at >= 0) {
      cycles.push(above.slice(at));
      return;
    }
    if (done.has(path)) return;
    for (const one of next.get(path) ?? []) visit(one, [...above, path]);
    done.add(path);
  };
  for (const path of next.keys()) visit(path, []);
  return cycles;
}
