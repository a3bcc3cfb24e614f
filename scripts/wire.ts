import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { demandsVersion, lostOrNarrowed } from './wire/wireRules.ts';
import { type Wire, wireNow } from './wire/wireTree.ts';

// `npm run wire`: writes src/contracts/wire.json from the schemas, so that a change of the wire is read in its diff. It writes nothing where
// builds of before would lose or refuse something and `protocolVersion` is still theirs.
const path = join(root, 'src/contracts/wire.json');
const before = JSON.parse(readFileSync(path, 'utf8')) as Wire;
const now = wireNow();
for (const line of lostOrNarrowed(before, now)) console.log(line);
if (demandsVersion(before, now)) {
  console.error(
    `Consoles and platforms of version ${before.version} would lose or refuse the above. Raise protocolVersion in src/contracts/version.ts, say in protocolHistory how they cope, and run this again; or keep what was there.`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
  console.log(`src/contracts/wire.json holds the wire of version ${now.version}.`);
}
