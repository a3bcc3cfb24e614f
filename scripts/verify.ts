import { verifyCommand } from './verifyCommand.ts';

const { exitCode, output } = await verifyCommand(process.argv.slice(2));
process.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
process.exitCode = exitCode;
