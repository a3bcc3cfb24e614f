import type { FastifyInstance } from 'fastify';
import type { LetterRef } from '../../src/contracts/deadLetter.ts';
import { type OnRecord, runCommand } from '../commands/command.ts';
import { scheduleKeyRetention } from '../commands/idempotency.ts';
import type { Platform } from '../context.ts';
import { promoteLetters, readWholeLetter } from '../entities/deadLetters.ts';
import { recordLine } from '../audit/audit.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { stillMay } from '../identity/sessions/stillMay.ts';
import { personOf } from '../entities/by.ts';

/** Returns dead letters to the pipeline (D-24): exactly the previewed items, each at its previewed version. */
export function registerDeadLetterCommands(app: FastifyInstance, platform: Platform): void {
  scheduleKeyRetention(platform);
  // Promoting a letter also moves its payment, which is stated under the platform's key. Read the key before the transaction, which holds
  // the embedded database's one session.
  const signerOf = async () => ensureCurrentKey(platform.db, await openKeyWrap(platform.config), platform.clock.now());

  route(app, platform, 'promoteLetter', async (call) => {
    const asked = [{ itemId: call.params['itemId'] ?? '', version: call.body.version }];
    const signer = await signerOf();
    return runCommand(call, 'promoteLetter', onRecord(asked), (writing) =>
      promoteLetters({ ...writing, signer }, asked, personOf(call.session)),
    );
  });

  route(app, platform, 'promoteLetters', async (call) => {
    const signer = await signerOf();
    const { items } = call.body;
    return runCommand(call, 'promoteLetters', onRecord(items), (writing) =>
      promoteLetters({ ...writing, signer }, items, personOf(call.session)),
    );
  });
}

/**
 * Shows one dead letter unredacted (G-28). The disclosure is recorded, and the right to it is checked, in the transaction that reads it.
 */
export function registerShowLetter(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'showLetter', (call) => {
    const { tenantId, session, body, correlationId, ip } = call;
    const itemId = call.params['itemId'] ?? '';
    return platform.database.write(recordLine(tenantId), async (trx) => {
      await stillMay(trx, call, 'showLetter');
      const letter = await readWholeLetter({ trx, tenantId }, { itemId, version: body.version });
      if (letter === null) return refuse('not_found', `${itemId} is no longer in the queue as you saw it`);
      await platform.audit.record(trx, {
        tenantId,
        actor: { id: session.user.id, name: session.user.name },
        action: 'dead_letter.show',
        target: itemId,
        outcome: 'done',
        correlationId,
        ip,
        details: { version: body.version },
      });
      return letter;
    });
  });
}

function onRecord(asked: readonly LetterRef[]): OnRecord {
  const [first] = asked;
  return {
    action: 'dead_letter.promote',
    target: asked.length === 1 && first !== undefined ? first.itemId : `${asked.length} dead letters`,
    details: { count: asked.length, items: asked.map(({ itemId, version }) => `${itemId}@${version}`).join(' ') },
  };
}
