import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allowedTexts } from './claimWordsAllowed.ts';
import { claimTest, claimTexts, isView, judgeClaimTexts, listedLabels, viewFolders } from './claimWordsRules.ts';
import { root } from './root.mjs';

// Views express success only through a claim (D-69): a badge, cell, title or label with such a word as a literal is refused, except for
// allowed texts.
const claims = claimTest(listedLabels(readFileSync(join(root, 'docs/CLAIMS.md'), 'utf8')));
const views = viewFolders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter(isView)
    .sort(),
);
const found = views.flatMap((file) => claimTexts(file, readFileSync(join(root, file), 'utf8'), claims));
const { refused, gone } = judgeClaimTexts(found, allowedTexts);
for (const { file, line, text } of refused)
  console.error(`${file}:${line}: '${text}' claims: take it from src/domain/claims, or allow it with its reason`);
for (const line of gone) console.error(`scripts/claimWordsAllowed.ts: ${line}`);
console.log(
  `${views.length} views, ${found.length - refused.length} words allowed, ${refused.length} refused, ${gone.length} allowed and not there.`,
);
process.exitCode = refused.length + gone.length === 0 ? 0 : 1;
