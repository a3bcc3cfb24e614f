import { verifyPack } from './verifyPack.ts';

const { exitCode, output } = await verifyPack(process.argv.slice(2));
process.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
process.exitCode = exitCode;
