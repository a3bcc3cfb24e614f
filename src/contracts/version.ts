/**
 * Protocol version. `wire.json` beside this file holds everything that both sides must agree on, and a test holds it to the schemas: after a
 * change, `npm run wire` writes it, and demands a new version and a line below where builds of before would lose or refuse something.
 */
export const protocolVersion = 29;

/** One line per version: what changed, and how an older client copes. */
export const protocolHistory: Readonly<Record<number, string>> = {
  1: 'The spine: session, operations, evidence, overview and programme reads; event, heartbeat, hello and resync frames.',
  2: 'Dead letters are promoted, one or many; conflicts name what drifted. An older client does not ask, and ignores `drifted`.',
  3: 'Signed PCAF and ISSB reports and their history, avoided emissions, PCAF analytics. An older client does not ask.',
  4: 'Portfolios and payments bring their covenant’s terms, sites, due and change times; schools their site; seven metrics of finance. An older client ignores them all.',
  5: 'Exports with their signed records; kill switch, acts on incidents with their timeline, agents with agreement, overrides and trail; the audit record by place; saved views. An older client does not ask; `timeline` is new to its rows and is left out by it. Sessions move between tenants; notifications are marked by their reader, and an older client ignores `readAt`. Wall displays: a user may be a `display`, which an older client never is.',
  6: 'Administrators’ calls on users, and users as a kind of export. One’s own account, password, address and acts, resets by mail; device sessions say where they were opened. An older client does not ask.',
  7: 'Passkeys of one’s own account: listed, added, renamed and removed. An older client does not ask.',
  8: 'When a person decided what was received later: `decidedAt` on lines of a timeline, `promoted` on a dead letter that failed again; commands tell it in headers. An older client tells nothing and leaves both out.',
  9: 'The version itself is sent and judged: a header on every call, a parameter of streams and websockets; `protocol` in the configuration and in hello. An older client sends none and is taken for 7.',
  10: '`decidedAt` on lines of the trail of AI governance. An older client leaves it out.',
  11: 'What figures rest on, all of it optional: `basis` of portfolios and of their summary, `decidedRecords` beside a score, `readings`, `records`, `verifiedRecords` and `payments` of schools, `refusedCount` and `overdueCount` of the month, `converted` beside a funded amount, `measured` of components. What is ours beside the documents’ fields may be absent from answers and events, each with a meaning of its own; our platform sends all of it as before. An older client shows the figures without the first, and refuses answers without the second. Consequences: of an override, of a resolution (`stillHeld`, `despite`), of a refused payment and its dead letter; history names by whom and what about. Payments say their pack and their sums by currency; reports take a period and have a preview. An older client leaves them out, and its resolution of what still holds is refused with the reason. An incident’s severity is raised by people, its line a note with `severity`, and `cause` where the platform opened it; a display is told `interruptFrom`. An older client does not ask, shows the note, and leaves the rest out.',
  12: 'What no rate is held for is told by its own currency beside the sums of payments and portfolios (`unrated`). An older client shows the sums alone.',
  13: 'Links of the verification chain by their place. An older client does not ask.',
  14: 'The same for each state of portfolios (`byState[].unrated`). Verifications say when they came into the chain (`recordedAt`), figures that there is no period before them (`noPrevious`). An older client shows the state’s sum alone, lists a record by its newest link, and calls such a figure stable.',
  15: 'Exports are made by the platform (D-53): the request names type and filter, the answer brings the file and where the log stood. An older client, which sends hash and count of a file of its own, is told to reload.',
  16: 'When a signing key began to count and when it was retired (`notBefore`, `retiredAt` in the key set); the keys with what they signed, for administrators; signed checkpoints of the chains. An older client judges no dates, and does not ask.',
  17: 'What happened to a payment or a portfolio since it was signed: `laterStatements`, signed one by one. An older client leaves them out, and does not know the form that the first signature has now: it calls it refused.',
  18: 'The account’s id beside the name of whoever did it: `byId` of lines of a timeline, of the kill switch, of acts of AI governance and of a promotion, `acknowledgedById`, `decidedById`, `generatedById`, `approvedById`. An older client leaves them out and shows the name alone. A checkpoint is signed for a proof that is being saved; an older client does not ask.',
  19: 'The snapshots of a sum, where it was made at the rates of several days (`fxSnapshotIds`), and that of a PCAF report (`fxSnapshotId`). An older client names the newest alone, and none for a PCAF report.',
  20: 'The newest letters about an account with their state (`letters` of a user), and one sent again; `letterWaitsSince` of a new address whose letter could not be sent yet. An older client leaves them out, does not ask, and shows the earliest end of the link.',
  21: 'The `version` of one’s own account, and a change of it over that. An older client leaves it out and changes whatever stands.',
  22: 'The state in which a letter was seen by whoever has it sent again (`seen`). An older client does not say, and has a letter sent twice that was sent meanwhile.',
  23: 'Texts that people write are measured in signs, and names stand in one line without signs that turn words round; of how many decided records a latency and an agent’s accuracy are. An older client learns of a text that is not taken when it is refused, and shows a figure of nothing as 0.',
  24: 'Of how many readings and rules the confidence is (`readingsExpected`, `rulesChecked`): of none it is no figure. An older client leaves them out and shows 0 %. Dead letters come without anything of a person and say so (`redacted`), and are shown whole on asking. An older client finds them redacted as before, and cannot ask. How many tries a line of one’s own acts stands for (`times`), where strangers’ were summed. An older client leaves it out and shows the line as one try. Of a record whose payment and portfolio are not told, that they are not (`withheld`): an older client takes it that there is none. A sign-in’s nonce goes to the provider as its hash: an older client is refused at its next sign-in, and reloads.',
  25: 'An incident brings the newest lines of its timeline and the one that it was resolved by; the others are asked for at its own address, told apart by their places. A stream that gave way to a newer one of its session is told so. An older client shows the lines that came as if they were all, and opens its stream again. Letters that warn of guesses at one’s password (`sign_in_guesses`). An older client refuses an answer with a user who was sent one, and keeps what it showed, until it reloads.',
  26: 'Proving again who one is (`/api/auth/proof`): what can take an account over or let somebody in is refused with `proof_required` where the last proof is older than five minutes. An older client says that it failed. By what somebody gets in, for administrators, and all of it taken away; letters that tell of that (`started_anew`), as of 25. A new address that waits (`pendingEmail`), how an account stands with the organisation’s provider, and by what parameter that is told where to come back to (`logoutReturn`), invitations and their letters: an older client leaves them out. Wall displays are answered what they draw, and payments, portfolios and schools as sums (`/api/wall/…`). The display of an older client is refused those three as it asked for them, shows what it held with its age, and takes the new version by itself.',
  27: 'A session that is opened with a key of its device is refreshed by it alone (`X-Device-…`, as a display’s since 26), and is parked while the app lock is closed (`/api/auth/lock`, refused with `locked`). An older client brings no key and is refreshed as before; a refusal that it does not know it takes for a stranger’s answer. Wrong tries at a device’s app lock are told to the platform, which counts them over the session, and a right one too (`/api/auth/lock-tries`); what was not sent behind a lock is opened by a key that its owner asks for (`/api/auth/lock-escrow`). An older client does neither.',
  28: 'A second step at sign-in: an authenticator app and recovery codes of one’s own account, a proof by code (`code` of what one may prove oneself by), of which roles a tenant asks for a second factor; app and codes in what administrators see of an account and take from it (`removedTotp`). An older client does not ask, offers password and passkey, and leaves the rest out. Letters that tell of that (`totp_added` and four more), as of 25.',
  29: 'Of a dead letter that sums, transactions or payees are withheld from who may not see finance (`withheld`). An older client shows the marks that stand in their places and does not say why. A stream is told before it ends with its token (`renew`), so that its next is opened beside it. An older client is not told, or does not hear it, and opens its stream again when it has ended.',
};

/**
 * The oldest version that this build still supports, on either side. Raised only with a change that older builds cannot handle.
 *
 * Decision after version 18: 17. Consoles up to 16 do not know the present signature forms of packs, payments and portfolios: they report
 * every valid one as refused, which looks like forgery. They also do not know later statements and treat status and transaction as signed
 * where they are not. Such verdicts are worse than none. Their queued commands are kept: the console asks for a reload, can still show
 * data, and the new build sends its outbox. 17 is still supported: it ignores what 18 added (account ids beside names, a checkpoint on
 * request), and all its verdicts are right.
 */
export const oldestProtocol = 17;
/** Version assumed for a console that sends its build but no version: the last one that did not send it. */
export const unsaidProtocol = 7;

/** The range of versions a side supports. */
export interface Spoken {
  readonly version: number;
  readonly oldest: number;
}
export const spoken: Spoken = { version: protocolVersion, oldest: oldestProtocol };

/**
 * The platform's decision whether to serve a client, by the version it sent. `version` is NaN if not a number, `unsaidProtocol` for a
 * console that sent none, and null for other callers of the documents' API (C-1), which are always served because that API does not
 * change.
 */
export function isSpoken(version: number | null, ours: Spoken = spoken): boolean {
  return version === null || version >= ours.oldest;
}

/** The console's decision about the platform: true if neither side is too old for the other. Otherwise the user must reload. */
export function speaksWith(theirs: Spoken, ours: Spoken = spoken): boolean {
  return ours.version >= theirs.oldest && theirs.version >= ours.oldest;
}
