import { FileDown } from 'lucide-react';
import type { SignedRecord } from '../../contracts/verdict.ts';
import { Button } from '../controls/Button.tsx';
import { saveFile } from '../controls/saveFile.ts';

/** Saves a signed record as stored, for `npm run verify -- --kind portfolio|payment`: with it and the key set anyone can check it. */
export function SaveRecord({ signed, name }: { readonly signed: SignedRecord; readonly name: string }) {
  const save = () => saveFile(`${name}.json`, new Blob([`${JSON.stringify(signed.value, null, 2)}\n`], { type: 'application/json' }));
  return (
    <Button icon={FileDown} onClick={save}>
      Save record
    </Button>
  );
}
