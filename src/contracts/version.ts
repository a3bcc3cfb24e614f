/**
 * The version of what crosses wires. Any change of a schema in the endpoint table or of a realtime frame changes the
 * pinned hash in `version.test.ts`, which then asks for a new version and a line here.
 */
export const protocolVersion = 8;

/** One line per version: what changed, and what an older client makes of it. */
export const protocolHistory: Readonly<Record<number, string>> = {
  1: 'The spine: session, operations, evidence, overview and programme reads; event, heartbeat, hello and resync frames.',
  2: 'Dead letters are promoted, one or many; conflicts name what drifted. An older client does not ask, and ignores `drifted`.',
  3: 'Signed PCAF and ISSB reports and their history, avoided emissions, PCAF analytics. An older client does not ask.',
  4: 'Portfolios and payments bring their covenant’s terms, sites, due and change times; schools their site; seven metrics of finance. An older client ignores them all.',
  5: 'Exports with their signed records; kill switch, acts on incidents with their timeline, agents with agreement, overrides and trail; the audit record by place; saved views. An older client does not ask; `timeline` is new to its rows and is left out by it. Sessions move between tenants; notifications are marked by their reader, and an older client ignores `readAt`. Wall displays: a user may be a `display`, which an older client never is.',
  6: 'Administrators’ calls on users, and users as a kind of export. One’s own account, password, address and acts, resets by mail; device sessions say where they were opened. An older client does not ask.',
  7: 'Passkeys of one’s own account: listed, added, renamed and removed. An older client does not ask.',
  8: 'When a person decided what was received later: `decidedAt` on lines of a timeline, `promoted` on a dead letter that failed again; commands tell it in headers. An older client tells nothing and leaves both out.',
};
