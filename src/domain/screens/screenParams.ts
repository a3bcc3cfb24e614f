import { id, oneOf, opened, pageNumber, type Param, text, word } from './addressParam.ts';
import type { ScreenId } from './screens.ts';

const search = text({ as: 'q' });
const sort = word();
const verificationStatus = oneOf(null, 'verified pending failed disputed');
const history = <const Usual extends string>(usual: Usual) => oneOf(usual, '1h 24h 7d 30d');

/** Parameters of user management, in each of its presentations. */
const usersParams = {
  search,
  role: oneOf(null, 'admin bank_ops auditor operator'),
  status: oneOf(null, 'active inactive suspended'),
  sort,
  page: pageNumber,
  open: opened('edit'),
  change: opened(),
  access: opened(),
  remove: opened(),
  add: opened(),
};

/**
 * The parameters of each screen's address (D-42): the part of the screen table that is not needed before the first figures, since links of
 * the first page name a screen alone.
 */
export const screenParams = {
  verifications: {
    search,
    status: verificationStatus,
    site: word(),
    period: oneOf(null, 'day week month'),
    sort: oneOf('newest', 'oldest site status'),
    open: opened('id', 'vrf'),
  },
  evidence: { search, status: verificationStatus, site: word(), day: word(), sort, open: opened('pack') },
  pipeline: { window: history('1h') },
  dlq: { search, code: word(), group: oneOf('code', 'none'), sort, open: opened('item') },
  dgn: {
    search,
    state: oneOf(null, 'eligible eligible_frozen packaged sold recycled defaulted written_off'),
    window: history('30d'),
    sort,
    open: opened('id'),
  },
  rbf: {
    search,
    status: oneOf(null, 'pending paid failed'),
    site: id,
    milestone: id,
    backing: oneOf(null, 'pack none', { as: 'evidence' }),
    window: history('30d'),
    sort,
    open: opened('id'),
  },
  schools: { standing: oneOf(null, 'performing below') },
  compliance: { kind: oneOf(null, 'pcaf issb'), sort, portfolio: word({ passing: true }), open: opened('report') },
  aiGovernance: {
    status: oneOf('all', 'pending approved rejected'),
    sort,
    open: opened('override'),
    ask: opened(),
    agent: opened(),
  },
  health: { window: history('24h') },
  incidents: {
    status: oneOf('all', 'active resolved'),
    severity: oneOf(null, 'sev1 sev2 sev3'),
    search,
    sort,
    open: opened('incident'),
    runbook: opened(),
    control: oneOf(null, 'stop release', { push: true }),
  },
  audit: {
    search,
    area: word(),
    actor: word({ as: 'who' }),
    outcome: oneOf(null, 'done refused failed'),
    period: oneOf(null, 'hour day week month'),
    sort: oneOf('newest', 'oldest'),
    open: opened('id'),
  },
  displays: { code: opened() },
  users: usersParams,
  wall: { theme: oneOf('dark', 'light'), playlist: word() },
  usersComplete: usersParams,
  login: { next: word(), reset: word(), invitation: word() },
  resetConfirm: { token: word() },
  confirmEmail: { token: word() },
} as const satisfies { readonly [Id in ScreenId]?: Readonly<Record<string, Param<unknown>>> };

/** The parameters of a screen by their names in the table. */
export const rowsOf = (id: ScreenId): readonly (readonly [string, Param<unknown>])[] =>
  Object.entries((screenParams as { readonly [Id in ScreenId]?: Readonly<Record<string, Param<unknown>>> })[id] ?? {});
