import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { childOf, childrenOf, parse, type SyntaxNode, walk } from '../../scripts/syntax.ts';
import { type EveryEndpointId, everyEndpoint } from '../../src/contracts/everyEndpoint.ts';

/**
 * Everything that a person changes goes through `useAct` (src/bridge/README.md, *Acts*): its state, its idempotency key and whom its result
 * is for are not decided again on each screen. Each check is shown a violation.
 */

type Sources = Readonly<Record<string, string>>;

/** Calls that are no GET and change nothing that a person could want undone or do twice. */
const readsByPost: Readonly<Partial<Record<EveryEndpointId, string>>> = {
  signedUrls: 'issues a short-lived link',
  showLetter: 'shows the payload of a dead letter',
  exportTable: 'makes a file',
  avoidedByEfficiency: 'calculates',
  avoidedByRenewables: 'calculates',
  proofOptions: 'gives the ways of re-authentication, with a challenge for one answer',
};

/** Changing calls outside the hook, and why each is there. May only become shorter. */
const besides: Readonly<Record<string, string>> = {
  'src/app/auth/CallbackRoute.tsx proveAgain': 'protocol: the one-time token of the provider is its own key',
  'src/app/auth/CallbackRoute.tsx createSession': 'protocol: begins the session in which acts are made',
  'src/app/auth/CallbackRoute.tsx logout': 'protocol: ends a session that nobody has seen',
  'src/app/session/ProofDialog.tsx proveAgain': 'the re-authentication that the hook itself waits for',
  'src/app/wall/usePairing.ts openDisplaySession': 'protocol: no person acts on a display',
  'src/screens/compliance/usePlatformCheck.ts ?': 'one of the two calculators, which change nothing',
};

/** Files that show by hand that something is under way while they change something without a call. May only become shorter. */
const byHand: Readonly<Record<string, string>> = {
  'src/app/session/ProofDialog.tsx': 'the re-authentication that the hook itself waits for: a mutation of its own would wait for itself',
  'src/app/lock/LockScreen.tsx': 'opens the lock: nobody is signed in as far as the page knows, and it closes with the screen',
};

/** Local names of the clients through which a page calls the platform. */
const clients = new Set(['fetchApi', 'provenCall']);
/** Calls of the hub that carry out what a person decided. */
const hubActs = new Set(['enqueue', 'lock']);

/** Names of a state that says that something is under way. */
const isBusyName = (name: string): boolean =>
  /^(is)?(busy|pending|sending|saving|keeping|ending|removing|revoking|submitting|takingBack|working)$/i.test(name);

/** The id of the call that a client is given: a literal, or a member of a table of calls; null if it is chosen at run time. */
function calledId(argument: SyntaxNode | undefined): string | null {
  if (argument === undefined) return null;
  if (typeof argument['value'] === 'string') return argument['value'];
  const property = argument.type === 'MemberExpression' && argument['computed'] !== true ? childOf(argument, 'property') : null;
  return typeof property?.['name'] === 'string' ? property['name'] : null;
}

interface Found {
  /** `file call` for each changing call outside the hook; `?` for one that is chosen at run time. */
  readonly calls: readonly string[];
  /** Files with a busy state by hand beside something that changes. */
  readonly files: readonly string[];
}

function changes(id: string): boolean {
  // Not in the table: chosen at run time, so nobody knows that it only reads.
  return !(id in everyEndpoint) || (everyEndpoint[id as EveryEndpointId].method !== 'GET' && !(id in readsByPost));
}

function foundIn(sources: Sources): Found {
  const calls: string[] = [];
  const files: string[] = [];
  for (const [path, source] of Object.entries(sources)) {
    if (![...clients].some((client) => source.includes(client)) && !source.includes('hub.')) continue;
    let isBusy = false;
    let acts = false;
    walk(parse(path, source).program, (node) => {
      const pattern = node.type === 'VariableDeclarator' ? childOf(node, 'id') : null;
      if (pattern !== null && calleeName(childOf(node, 'init')) === 'useState') {
        const name = childrenOf(pattern, 'elements')[0]?.['name'];
        if (typeof name === 'string' && isBusyName(name)) isBusy = true;
      }
      if (node.type !== 'CallExpression') return true;
      const callee = childOf(node, 'callee');
      const client = calleeName(node);
      if (client !== null && clients.has(client)) {
        const id = calledId(childrenOf(node, 'arguments')[0]) ?? '?';
        if (changes(id)) calls.push(`${path} ${id}`);
      }
      const property =
        callee?.type === 'MemberExpression' && childOf(callee, 'object')?.['name'] === 'hub' ? childOf(callee, 'property') : null;
      if (typeof property?.['name'] === 'string' && hubActs.has(property['name'])) acts = true;
      return true;
    });
    if (isBusy && (acts || calls.some((call) => call.startsWith(`${path} `)))) files.push(path);
  }
  return { calls, files };
}

/** The name of a called function; null for any other node. */
function calleeName(node: SyntaxNode | null): string | null {
  const name = node?.type === 'CallExpression' ? childOf(node, 'callee')?.['name'] : undefined;
  return typeof name === 'string' ? name : null;
}

const sources: Sources = Object.fromEntries(
  ['src/app', 'src/screens', 'src/ui', 'src/bridge'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => [`${folder}/${path.replaceAll('\\', '/')}`, readFileSync(join(root, folder, path), 'utf8')] as const),
  ),
);
/** The hook's own sending, and the two clients themselves. */
const home = new Set([
  'src/bridge/acts/useSend.ts',
  'src/bridge/reads/useApiQuery.ts',
  'src/bridge/reads/fetchApi.ts',
  'src/bridge/acts/proven.ts',
]);
const ours = Object.fromEntries(Object.entries(sources).filter(([path]) => !home.has(path)));

describe('what a person changes', { tags: ['D-24'] }, () => {
  it('is sent by the hook alone; a call of a client is found, also one that is chosen at run time', () => {
    const { calls } = foundIn(ours);
    expect(calls.filter((call) => !(call in besides))).toEqual([]);
    const path = 'src/screens/displays/Planted.tsx';
    const plant = (code: string): readonly string[] => foundIn({ [path]: code }).calls;
    expect(plant(`await fetchApi(displayEndpoints.revokeDisplay, { params });`)).toEqual([`${path} revokeDisplay`]);
    expect(plant(`await provenCall('changeKillSwitch', { body });`)).toEqual([`${path} changeKillSwitch`]);
    expect(plant(`const calls = { a: 1 };\nawait fetchApi(calls[kind], {});`)).toEqual([`${path} ?`]);
    expect(
      plant(`await fetchApi('killSwitch');\nawait fetchApi(complianceEndpoints.exportTable, {});\nawait send(calls.removeTotp);`),
    ).toEqual([]);
  });

  it('shows no state by hand; one beside a call or a decision is found', () => {
    const { files } = foundIn(ours);
    expect(files.filter((file) => !(file in byHand))).toEqual([]);
    const path = 'src/screens/profile/Planted.tsx';
    const plant = (code: string): readonly string[] => foundIn({ [path]: code }).files;
    const busy = `const [busy, setBusy] = useState(false);\n`;
    expect(plant(`${busy}setBusy(true);\nawait hub.lock({ act: 'change', from, to });`)).toEqual([path]);
    expect(plant(`const [keeping, setKeeping] = useState(false);\nawait hub.enqueue([command]);`)).toEqual([path]);
    expect(plant(`${busy}await fetchApi('saveView', {});`)).toEqual([path]);
    // A refresh changes nothing, and the hook's own state is not by hand.
    expect(plant(`${busy}await hub.refresh(['sites']);`)).toEqual([]);
    expect(plant(`const { busy } = useAct({ route: 'now', send: () => hub.lock({ act: 'close' }) });`)).toEqual([]);
  });

  it('has exceptions that are needed: one that is not there any more is taken off the list', () => {
    const { calls, files } = foundIn(ours);
    expect(Object.keys(besides).filter((call) => !calls.includes(call))).toEqual([]);
    expect(Object.keys(byHand).filter((file) => !files.includes(file))).toEqual([]);
    expect(Object.keys(readsByPost).filter((id) => everyEndpoint[id as EveryEndpointId].method === 'GET')).toEqual([]); // its own keys
    expect([Object.keys(besides).length, Object.keys(byHand).length]).toEqual([6, 2]);
  });
});
