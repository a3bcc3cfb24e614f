import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { makeKey } from '../tests/builders/evidencePack.ts';
import {
  covenant,
  makeExport,
  makeOlderPayment,
  makePayment,
  makePortfolio,
  makeReport,
  pcafBody,
} from '../tests/builders/signedRecords.ts';
import { verifyCommand } from './verifyCommand.ts';

const folder = mkdtempSync(join(tmpdir(), 'ukweli-verify-record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function file(content: unknown): string {
  const path = join(folder, `${(made += 1)}`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const key = makeKey('ukweli-2025-11');
const jwks = file({ keys: [key.jwk] });
const report = makeReport(key, pcafBody);
const { proofFile, ...body } = report;

describe('npm run verify -- --kind', () => {
  it('report: exit 0 for its two files, 1 with a reason for an altered one', { tags: ['D-33'] }, async () => {
    const argv = (record: unknown) => ['--kind', 'report', '--record', file(record), '--proof', file(proofFile), '--jwks', jwks];
    expect(await verifyCommand(argv(body))).toMatchObject({
      exitCode: 0,
      output: { kind: 'report', recordId: 'PCAF-2025-0003', verified: true, intact: 'passed', signed: 'passed', tenant: 'not checked' },
    });
    const altered = await verifyCommand(argv({ ...body, totalFinancedEmissions: 1 }));
    expect(altered).toMatchObject({ exitCode: 1, output: { verified: false, intact: 'failed', signed: 'passed' } });
    expect(altered.output['reasons']).toEqual([
      'Hash Mismatch Detected: The report was changed: its hash is not the one that the proof names',
    ]);
  });

  it('portfolio and payment, held against --tenant', { tags: ['D-33'] }, async () => {
    for (const [kind, record] of [
      ['portfolio', makePortfolio(key)],
      ['payment', makePayment(key)],
    ] as const) {
      const argv = ['--kind', kind, '--record', file(record), '--jwks', jwks, '--tenant'];
      expect(await verifyCommand([...argv, 'demo'])).toMatchObject({ exitCode: 0, output: { signed: 'passed', tenant: 'checked' } });
      expect(await verifyCommand([...argv, 'kampala'])).toMatchObject({ exitCode: 1, output: { tenant: 'not established' } });
    }
  });

  it('a portfolio that brings its covenant’s terms: exit 1 where they are not those it is bound to', { tags: ['D-33'] }, async () => {
    const run = (advanceRatePercent: number) => {
      const altered = { ...covenant, terms: { ...covenant.terms, advanceRatePercent } };
      return verifyCommand(['--kind', 'portfolio', '--record', file({ ...makePortfolio(key), covenant: altered }), '--jwks', jwks]);
    };
    expect(await run(80)).toMatchObject({ exitCode: 0, output: { verified: true, intact: 'passed', signed: 'passed' } });
    expect(await run(95)).toMatchObject({ exitCode: 1, output: { verified: false, intact: 'failed', signed: 'passed' } });
  });

  it('a payment that was forged: exit 1 and why; what is covered and what is not stands there with its values', {
    tags: ['P-2', 'A-18'],
  }, async () => {
    const payment = makePayment(key);
    const run = (record: unknown) => verifyCommand(['--kind', 'payment', '--record', file(record), '--jwks', jwks]);
    const good = await run(payment);
    expect(good).toMatchObject({
      exitCode: 0,
      output: { verified: true, intact: 'passed', signed: 'passed', signedSince: 'passed', reasons: [] },
    });
    expect(good.output['covers']).toEqual(
      expect.arrayContaining([
        { field: 'milestone.actualPerformance', value: 97, by: 'the signature' },
        { field: 'payment.transactionId', value: 'TX-RBF-0042', by: 'a later signed statement' },
        { field: 'covenant.terms.advanceRatePercent', value: 80, by: 'a hash that is signed' },
      ]),
    );
    expect(good.output['notCovered']).toContainEqual({ field: 'evidencePackId', value: 'EP-0931', why: 'the platform does not sign it' });
    const { laterStatements: _, ...bare } = payment;
    const { covenant: __, ...loose } = payment;
    for (const [record, words] of [
      [{ ...payment, milestone: { ...payment.milestone, threshold: 5 } }, 'The signed threshold is not the payment’s'],
      [{ ...payment, payment: { ...payment.payment, transactionId: 'TX-INVENTED' } }, 'The signed transaction is not the payment’s'],
      [bare, 'No signed statement says that it is paid'],
      [{ ...payment, laterStatements: makePayment(key, undefined, 'RBF-0099').laterStatements }, 'Statement 1 is about RBF-0099'],
      [loose, 'terms: The terms of the covenant are not with the record'],
      [makeOlderPayment(key), 'signedSince: Signed in the older form: what happened later is not signed'],
    ] as const) {
      const { exitCode, output } = await run(record);
      expect([exitCode, output['verified']]).toEqual([1, false]);
      expect(`${String(output['reasons'])} ${String(output['notes'])}`).toContain(words);
    }
    const older = await run(makeOlderPayment(key));
    expect(String(older.output['notes'])).toContain('facts: not in the older form of the signature: milestone.description');
    expect(older.output['notCovered']).toContainEqual({
      field: 'payment.status',
      value: 'paid',
      why: 'not in the older form of the signature',
    });
  });

  it('a portfolio whose figures have gone on: exit 0, and what was signed beside them', { tags: ['P-2'] }, async () => {
    const record = file({ ...makePortfolio(key), verificationScore: 0.99 });
    const { exitCode, output } = await verifyCommand(['--kind', 'portfolio', '--record', record, '--jwks', jwks]);
    expect([exitCode, output['verified']]).toEqual([0, true]);
    expect(output['notCovered']).toContainEqual({
      field: 'verificationScore',
      value: 0.99,
      why: 'something else was signed',
      signed: 0.97,
      asOf: '2025-11-13T09:00:00.000Z',
    });
  });

  it('export: exit 0 for file and record, 1 for an altered file, and no word on a file that is not at hand', {
    tags: ['C-50', 'D-33'],
  }, async () => {
    const content = 'Payment,Amount\r\nRBF-0042,7500\r\n';
    const record = makeExport(key, content);
    const run = (...more: string[]) => verifyCommand(['--kind', 'export', '--record', file(record), '--jwks', jwks, ...more]);
    expect(await run('--data', file(content), '--tenant', 'demo')).toMatchObject({
      exitCode: 0,
      output: {
        recordId: record.file.name,
        intact: 'passed',
        signed: 'passed',
        tenant: 'checked',
        // A month after the export: the figures are old, but the signature is valid.
        verified: true,
        checked: ['file', 'signature', 'rows'],
        export: {
          type: 'rbf_payments',
          filter: { status: 'paid' },
          recordCount: 1,
          exportedBy: 'Otieno Bank',
          asOfSeq: 41_872,
          expired: true,
        },
      },
    });
    const altered = await run('--data', file(content.replace('7500', '9500')));
    expect(altered).toMatchObject({ exitCode: 1, output: { intact: 'failed', signed: 'passed' } });
    expect(altered.output['reasons']).toEqual(['Hash Mismatch Detected: The file was changed: its hash is not the one that was signed']);
    // [P-3] A file that was not checked never gives a success message.
    const without = await run();
    expect(without).toMatchObject({ exitCode: 1, output: { verified: false, signatureValid: true, notChecked: ['file'] } });
    expect(without.output['notes']).toEqual([expect.stringContaining('--record-only')]);
    expect(await run('--record-only')).toMatchObject({
      exitCode: 0,
      output: { verified: false, signatureValid: true, notChecked: ['file'] },
    });
  });

  it('exit 2 and a sentence for what cannot be used', async () => {
    const huge = file('');
    truncateSync(huge, 1024 ** 3); // sparse file: takes no space
    const whole = file(report);
    for (const [argv, words] of [
      [['--kind', 'report', '--record', huge, '--jwks', jwks], 'refused unread'],
      [['--kind', 'report', '--record', whole, '--proof', huge, '--jwks', jwks], 'refused unread'],
      [['--kind', 'report', '--record', whole, '--proof', file('another'), '--jwks', jwks], 'another proof'],
      [['--kind', 'report', '--record', file(body), '--jwks', jwks], 'proofFile'],
      [['--kind', 'payment', '--record', whole, '--jwks', jwks], 'The payment cannot be used'],
      [['--kind', 'payment', '--record', whole, '--proof', whole, '--jwks', jwks], '--proof goes with --kind report'],
      [['--kind', 'report', '--record', whole, '--files', folder, '--jwks', jwks], '--files goes with --kind evidence'],
      [['--kind', 'invoice', '--record', whole, '--jwks', jwks], 'verifies evidence, portfolio, payment, report, export'],
      [['--kind', 'report', '--record', whole, '--data', whole, '--jwks', jwks], '--data goes with --kind export'],
      [['--kind', 'export', '--record', whole, '--jwks', jwks], 'The export cannot be used'],
      [['--kind', 'export', '--record', file(makeExport(key, '')), '--data', huge, '--jwks', jwks], 'refused unread'],
      [['--kind', 'report', '--jwks', jwks], 'usage'],
      [
        ['--kind', 'report', '--record', whole, '--record-only', '--jwks', jwks],
        '--record-only is for where the file itself is not at hand',
      ],
      [['--kind', 'payment', '--record', whole, '--record-only', '--jwks', jwks], '--record-only goes with'],
    ] as const) {
      const { exitCode, output } = await verifyCommand(argv);
      expect([exitCode, output['verified']]).toEqual([2, false]);
      expect(output['message']).toContain(words);
    }
  });

  it('as a command: one JSON document on standard output and the exit code', async () => {
    const command = (record: unknown) =>
      promisify(execFile)(
        process.execPath,
        ['--import tsx scripts/verify.ts --kind report --record', file(record), '--jwks', jwks].join(' ').split(' '),
      );
    expect(JSON.parse((await command(report)).stdout)).toMatchObject({ verified: true });
    await expect(command({ ...report, generatedBy: 'somebody else' })).rejects.toMatchObject({ code: 1 });
  });
});
