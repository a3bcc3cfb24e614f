import { clip } from '../src/evidence/messages.ts';
import { help } from './verifyHelp.ts';
import { Unusable } from './verifyInput.ts';
import { readOptions } from './verifyOptions.ts';
import type { CommandResult } from '../src/evidence/answer.ts';
import { verifyPack } from './verifyPack.ts';
import { verifyProof } from './verifyProof.ts';
import { verifyRecord } from './verifyRecord.ts';

/**
 * `npm run -s verify -- --help` explains its usage (verifyHelp.ts).
 *
 * The console's own verifier on the command line, for an auditor who has only a file and a key set. Prints one JSON verdict. Exit code 0:
 * all that was requested passed; 1: something failed, or could not be checked although requested; 2: the input is unusable. Input is
 * treated as hostile: sizes are checked before reading, nothing waits for ever, and no failure prints a stack trace. Never throws.
 */
export async function verifyCommand(argv: readonly string[]): Promise<CommandResult> {
  // Arguments after `--` are file names, whatever they look like.
  const end = argv.indexOf('--');
  const asked = end === -1 ? argv : argv.slice(0, end);
  if (asked.includes('--help') || asked.includes('-h')) return { exitCode: 0, output: { help }, text: help };
  let signal: AbortSignal | undefined;
  let kind: string = 'evidence';
  try {
    const options = readOptions(argv);
    ({ kind } = options);
    signal = AbortSignal.timeout(Math.ceil(options.timeoutS * 1000));
    if (options.kind === 'proof') return await verifyProof(options, signal);
    return options.kind === 'evidence' ? await verifyPack(options, signal) : await verifyRecord({ ...options, kind: options.kind });
  } catch (cause) {
    const gaveUp = signal?.aborted === true;
    const message = gaveUp
      ? 'Gave up: not finished within the time allowed (--timeout)'
      : cause instanceof Unusable
        ? cause.message
        : 'The input could not be verified';
    return { exitCode: 2, output: { kind, verified: false, unusable: true, message: clip(message, 20_000) } };
  }
}
