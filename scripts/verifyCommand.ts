import { clip } from '../src/evidence/messages.ts';
import { help } from './verifyHelp.ts';
import { Unusable } from './verifyInput.ts';
import { readOptions } from './verifyOptions.ts';
import type { CommandResult } from '../src/evidence/answer.ts';
import { verifyPack } from './verifyPack.ts';
import { verifyProof } from './verifyProof.ts';
import { verifyRecord } from './verifyRecord.ts';

/**
 * `npm run -s verify -- --help` says how it is called (verifyHelp.ts).
 *
 * The console's own verifier at the command line, for an auditor with nothing but a file and a key set. Prints one JSON verdict. Exit
 * 0: all that was asked for passed; 1: something failed, or could not be checked though it was asked for; 2: the input cannot be used. Input is hostile until proven: sizes are looked at before reading, nothing waits
 * for ever, and no failure prints a stack trace. Never throws.
 */
export async function verifyCommand(argv: readonly string[]): Promise<CommandResult> {
  // What stands after `--` is a file's name, whatever it looks like.
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
