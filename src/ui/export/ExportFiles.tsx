import type { ExportFile, ExportOutcome } from '../../domain/exports/tableExport.ts';
import { handedOver } from '../../domain/claims/device.ts';
import { formatBytes, plural } from '../../domain/format.ts';
import { Button } from '../controls/Button.tsx';
import { HashText } from '../evidence/HashText.tsx';
import { Glyph } from '../glyphs/Glyph.tsx';
import { Time } from '../time/Time.tsx';

type Signed = Extract<ExportOutcome, { state: 'signed' }>;

/** The command with which an auditor verifies the two files; the keys are public at /api/jwks. */
function commandOf({ data, proof }: Signed): string {
  return `npm run -s verify -- --kind export --record ${proof.name} --data ${data.name} --jwks jwks.json`;
}

/** The two files of a signed export, and how to verify them. */
export function ExportFiles({ outcome, onSave }: { readonly outcome: Signed; readonly onSave: (file: ExportFile) => void }) {
  const { data, proof, kid, expiresAt, asOf, count } = outcome;
  return (
    <div className="uk-export">
      <ul className="uk-export-files">
        <FileLine
          file={data}
          what={`${plural(count, 'row')}, ${formatBytes(new Blob([data.text]).size)}, handed to the browser`}
          act="Save again"
          onSave={onSave}
        />
        <FileLine file={proof} what={`Signed by ${kid}: file, name, size, filter, as of when, and who`} act="Save" onSave={onSave} />
      </ul>
      <p className="uk-small uk-fg2">
        The platform’s own rows as of <Time at={asOf} as="dateTime" />. Keep both together: the record proves the file. Export the figures
        again after <Time at={expiresAt} as="date" />. Anybody checks them with the public keys of{' '}
        <span className="uk-mono">{location.origin}/api/jwks</span>:
      </p>
      <HashText value={commandOf(outcome)} label="command" />
    </div>
  );
}

interface FileLineProps {
  readonly file: ExportFile;
  readonly what: string;
  readonly act: string;
  readonly onSave: (file: ExportFile) => void;
}

function FileLine({ file, what, act, onSave }: FileLineProps) {
  return (
    <li>
      <Glyph shape={handedOver(file.name, true)} size={16} />
      <span>
        <b className="uk-mono">{file.name}</b>
        <span className="uk-small uk-fg2">{what}</span>
      </span>
      <Button size="sm" aria-label={`${act} ${file.name}`} onClick={() => onSave(file)}>
        {act}
      </Button>
    </li>
  );
}
