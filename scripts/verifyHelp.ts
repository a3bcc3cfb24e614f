/** The output of `--help`: enough to check a proof, a pack or a record without other documentation. */
export const help = `Checks proofs, signed evidence and records with nothing but files and the platform's public keys.

A proof in one file, as the console saves it (Save proof): the record, its verification, the chain up to a
signed checkpoint, its evidence pack and the keys. Everything in it is checked:

  npm run -s verify -- NAME.ukweli.json --jwks jwks.json
  npm run -s verify -- NAME.ukweli.json --jwks jwks.json --files FOLDER
  npm run -s verify -- NAME.ukweli.json --keys-in-file

The same without the console's sources: node ukweli-verify.mjs NAME.ukweli.json … (Node 20 or newer), or
verify.html in a browser.

Single files, by their kind:

  npm run -s verify -- --manifest manifest.json --jwks jwks.json
  npm run -s verify -- --manifest manifest.json --jwks jwks.json --chain chain.json --files FOLDER
  npm run -s verify -- --kind report  --record REPORT.json --proof REPORT.proof.jws --jwks jwks.json
  npm run -s verify -- --kind export  --record NAME.record.json --data NAME.csv --jwks jwks.json
  npm run -s verify -- --kind payment --record payment.json --jwks jwks.json      (portfolio likewise)

What to give
  --jwks FILE        the platform's public keys. Get them yourself, from the platform's own address:
                       curl -o jwks.json https://PLATFORM/api/jwks
                     Never take those that came with the files: whoever makes a file can make its keys, and
                     by those that a proof brings nothing is verified
  --keys-in-file     proof: asks only that all holds by the keys in the file. Compare the thumbprint it
                     prints with the one that the platform publishes, before you believe it
                     With neither of the two a proof is never verified: exit 1. By its own keys it is not
                     either: exit 0 then goes with verified: false
  --manifest FILE    an evidence pack's manifest, as the console saves it
  --files FOLDER     the pack's files: asks that every listed one is there, with the listed bytes
  --require-files    fails where --files is not given
  --chain FILE       the links of the verification chain and the signed checkpoint that they lead to, as the
                     console saves them beside a pack: asks which verification and site the pack is sealed in
  --kind KIND        evidence (the usual), report, export, payment or portfolio
  --record FILE      the record: a report, an export's NAME.record.json, a saved payment or portfolio
  --proof FILE       a report's second file; without it the proof inside the report is taken
  --data FILE        the exported file that a record is about
  --record-only      export, report: asks for what is signed alone, where the file itself is not at hand
                     (of an export its record; of a report its --proof, without --record)
  --tenant NAME      asks that it was signed for this tenant; else the tenant is reported and not checked
  --timeout SECONDS  gives up after so long (18)

What it answers: one JSON document
  head, parts           proof: the answer in a few words, and that on each of its parts
  keys, lineage         proof: the keys that sign, with thumbprint (RFC 7638) and dates; where the record
                        comes from, step by step
  covers, notCovered    every value, by whether a signature or a seal stands for it
  checked, notChecked   the parts that were looked at, and those that were not
  signatureValid        whether the signature is that of a trusted key over what it names
  verified              true only where nothing is left open. A pack's manifest and signature alone are not
                        enough: whose evidence it is, only the chain says (--chain, sealedIn). Nor is a
                        record without its file, nor an export from before the platform made the rows
                        itself (lacks says why)
  reasons, notes        what exactly failed, and what could not be checked
  details               what was computed, beside what was expected

What its words mean
  passed, failed        it was checked, and is so or is not; 'not checkable': what was given does not tell
  checkpoint            the platform's signature over a place in its list of verifications. Up to there no
                        entry can be changed or made up. 'Not yet under a checkpoint': nothing vouches for the
                        entry yet; have the proof saved again, or the pack downloaded again, a day later
  sealedIn              whether the pack is the evidence of that verification, by its entry in the list
  later, signedSince    what happened after the record was signed (paid, refused, moved), one by one

Exit code
  0  all that was asked for passed
  1  something failed, or could not be checked though it was asked for
  2  the input cannot be used: message says why
`;
