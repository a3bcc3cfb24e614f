import { type Checkpoint, checkpointSchema } from '../contracts/checkpoint.ts';
import { z } from '../contracts/zod.ts';
import { keptOf } from '../domain/records/checkpoints.ts';
import type { Walked } from '../domain/records/walkedChain.ts';
import { addAnchors, putFinding, readSeen } from './anchors.ts';
import type { MetaDb } from './meta.ts';
import type { keepCopy } from './metaCopy.ts';
import type { MetaStore } from './types.ts';

const checkpointsSchema = z.object({ held: z.array(checkpointSchema) });
const walkedSchema = z.object({ held: z.array(z.object({ checkpoint: checkpointSchema, wholeAt: z.number() })) });

/** What this device has seen of the platform's chains. */
export function chainMarks(
  db: MetaDb,
  guarded: ReturnType<typeof keepCopy>['guarded'],
): Pick<MetaStore, 'readSeen' | 'addAnchors' | 'writeFinding' | 'readCheckpoints' | 'keepCheckpoints' | 'readWalked' | 'writeWalked'> {
  return {
    readSeen: (tenantId) => guarded(() => readSeen(db.anchors, tenantId)),
    addAnchors: (tenantId, added) =>
      guarded(() =>
        db.transaction('rw', db.anchors, async () => {
          await addAnchors(db.anchors, tenantId, added);
          return null;
        }),
      ),
    writeFinding: (tenantId, finding) =>
      guarded(() =>
        db.transaction('rw', db.anchors, async () => {
          await putFinding(db.anchors, tenantId, finding);
          return null;
        }),
      ),
    readCheckpoints: (tenantId) => guarded(async () => (await readCheckpoints(db)).filter((one) => one.tenantId === tenantId)),
    keepCheckpoints: (tenantId, checked) =>
      guarded(() =>
        db.transaction('rw', db.marks, async () => {
          const held = await readCheckpoints(db);
          const others = held.filter((one) => one.tenantId !== tenantId);
          const own = keptOf([...held.filter((one) => one.tenantId === tenantId), ...checked], checkpointsKept);
          const mark = { name: 'checkpoints', held: [...others, ...own] } as const;
          await db.marks.put(mark);
          return null;
        }),
      ),
    readWalked: (tenantId, chain) => guarded(async () => (await readWalked(db)).find((one) => isOf(one, tenantId, chain)) ?? null),
    writeWalked: (tenantId, chain, walked) =>
      guarded(() =>
        db.transaction('rw', db.marks, async () => {
          const before = await readWalked(db);
          const held = [...before.filter((one) => !isOf(one, tenantId, chain)), ...(walked === null ? [] : [walked])];
          if (JSON.stringify(before) === JSON.stringify(held)) return null;
          const mark = { name: 'walked', held } as const;
          await db.marks.put(mark);
          return null;
        }),
      ),
  };
}

/** Number of checkpoints stored per chain and tenant: more than a day's signing at any pace. */
const checkpointsKept = 200;

async function readCheckpoints(db: MetaDb): Promise<readonly Checkpoint[]> {
  const parsed = checkpointsSchema.safeParse(await db.marks.get('checkpoints'));
  return parsed.success ? parsed.data.held : [];
}

const isOf = ({ checkpoint }: Walked, tenantId: string, chain: Checkpoint['chain']): boolean =>
  checkpoint.tenantId === tenantId && checkpoint.chain === chain;

async function readWalked(db: MetaDb): Promise<readonly Walked[]> {
  const parsed = walkedSchema.safeParse(await db.marks.get('walked'));
  return parsed.success ? parsed.data.held : [];
}
