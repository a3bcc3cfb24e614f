import { verifyCommand } from './verifyCommand.ts';

const { exitCode, output, text } = await verifyCommand(process.argv.slice(2));
process.stdout.write(text ?? `${JSON.stringify(output, null, 2)}\n`);
process.exitCode = exitCode;
