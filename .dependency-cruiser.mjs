/*
 * The layering of DESIGN section 2, machine-checked; tests/architecture plants a violation of every rule here and sees it found.
 */
const src = '^src/';
/**
 * A rule by which a room imports from these rooms of src and no other.
 * @param {string} name
 * @param {string} comment
 * @param {string} from
 * @param {string[]} rooms
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const only = (name, comment, from, rooms) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: src, pathNot: [...rooms, '^src/build\\.d\\.ts$'] },
});
const contracts = '^src/contracts/';
const domain = '^src/domain/';
const evidence = '^src/evidence/';
const base = [contracts, domain];
/** The part of the store that pages may use: everything but the door that writes, and what only that door uses. */
const storeForPages = '^src/store/(?!write)';

/** @type {import('dependency-cruiser').IConfiguration & { forbidden: import('dependency-cruiser').IForbiddenRuleType[] }} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other at run time are one idea or a missing third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that resolves to nothing.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|\\?)|[?]' },
    },
    only('contracts-import-contracts', 'The definition of every shape depends on nothing of ours.', contracts, [contracts]),
    only('domain-imports-contracts', 'Pure rules, known to everybody, knowing only shapes.', domain, base),
    only('evidence-is-portable', 'The same code runs in page, worker, server and command line.', evidence, [...base, evidence]),
    only('store-knows-shapes', 'The store knows rows and rules, not who reads them.', '^src/store/', [...base, '^src/store/']),
    only('workers-import-down', 'Workers have no page.', '^src/workers/', [...base, evidence, '^src/store/', '^src/workers/']),
    only('sw-stands-alone', 'The service worker is a short list of decisions over contracts.', '^src/sw/', [contracts, '^src/sw/']),
    only('classic-stands-alone', 'Each is one small file that must run where nothing of the console does.', '^src/classic/', [
      ...base,
      '^src/classic/',
    ]),
    only(
      'verify-page-stands-alone',
      'One page that checks a proof where nothing of the console is: from a disk, without a network.',
      '^src/verifyPage/',
      [...base, evidence, '^src/verifyPage/', '^src/workers/evidence/hashBytes\\.ts$'],
    ),
    // The bridge names the workers' entry files only to have their built addresses.
    only('bridge-imports-down', 'The page side of the hub.', '^src/bridge/', [
      ...base,
      evidence,
      storeForPages,
      '^src/bridge/',
      '^src/workers/.*[eE]ntry\\.ts',
    ]),
    only('ui-is-product-free', 'Components know no screen, store or role.', '^src/ui/', [...base, '^src/ui/']),
    only('screens-import-down', 'A screen reads the store, asks the bridge, draws with ui.', '^src/screens/', [
      ...base,
      evidence,
      storeForPages,
      '^src/bridge/',
      '^src/ui/',
      '^src/screens/',
    ]),
    only('app-imports-down', 'The application knows screens, never workers or the writing store.', '^src/app/', [
      ...base,
      evidence,
      storeForPages,
      '^src/bridge/',
      '^src/ui/',
      '^src/screens/',
      '^src/app/',
    ]),
    {
      name: 'screens-are-apart',
      comment: 'A screen never imports another: what two share belongs to ui, domain or the bridge.',
      severity: 'error',
      from: { path: '^src/screens/([^/]+)/' },
      to: { path: '^src/screens/([^/]+)/', pathNot: '^src/screens/$1/' },
    },
    {
      name: 'only-workers-write',
      comment: 'One writer: pages read.',
      severity: 'error',
      from: { pathNot: '^src/(workers|store)/|^tests/|\\.test\\.tsx?$' },
      to: { path: '^src/store/write' },
    },
    {
      name: 'claims-are-made-in-one-place',
      comment: 'A word that claims something is decided in src/domain/claims, where a test tries to make it lie (D-69).',
      severity: 'error',
      from: { pathNot: '^src/domain/claims/' },
      to: { path: '^src/domain/claims/judgement\\.ts$' },
    },
    {
      name: 'samples-claim-on-sample-pages',
      comment: 'A success over nothing is for the pages that show how success looks (D-69).',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(domain/claims|screens/designSystem|screens/newComponents)/|\\.test\\.tsx?$' },
      to: { path: '^src/domain/claims/sample\\.ts$' },
    },
    {
      name: 'chakra-stays-in-ui',
      comment: 'What is drawn with Chakra brings it along, late (D-41).',
      severity: 'error',
      from: { path: src, pathNot: '^src/ui/' },
      to: { path: '(^|/)@chakra-ui/' },
    },
    {
      name: 'skins-are-data',
      comment: 'A skin holds no query, route or handler.',
      severity: 'error',
      from: { path: '^src/screens/.*/skins?\\.tsx?$' },
      to: { path: '/queries\\.ts$|^src/bridge/|^src/store/' },
    },
    {
      name: 'src-knows-no-server',
      comment: 'The console knows the platform by its contracts.',
      severity: 'error',
      from: { path: src },
      to: { path: '^(server|scripts|e2e|bench)/' },
    },
    {
      name: 'server-imports-shared-rooms',
      comment: 'The platform shares contracts, rules and evidence with the console, nothing else.',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$|^server/testing/' },
      to: { path: '^(src/(?!contracts/|domain/|evidence/|build\\.d\\.ts)|scripts/|e2e/)' },
    },
    {
      name: 'tests-are-not-code',
      comment: 'Code never leans on a test, nor on what only tests use.',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|^tests/|^e2e/|^server/testing/' },
      to: { path: '\\.test\\.tsx?$|^tests/|^e2e/|^server/testing/' },
    },
    {
      name: 'domain-does-no-io',
      comment: 'No Node module and no package but zod below the evidence room.',
      severity: 'error',
      from: { path: '^src/(domain|contracts)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: '^node_modules/zod/' },
    },
    {
      name: 'declared-packages-only',
      comment: 'A package that package.json does not name may vanish with another.',
      severity: 'error',
      from: { path: '^(src|server|scripts|e2e)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages-in-the-platform',
      comment: 'What runs in production is a dependency, not a development dependency.',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$|^server/testing/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: '/@types/' },
    },
  ],
  options: {
    // Trap (FINDINGS): with TypeScript 7 the default parser reads nothing and reports success.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache|\\.data|bench/node_modules)/' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
    },
  },
};
