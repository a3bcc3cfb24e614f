import { expect, it } from 'vitest';
import { toDeadLetter } from './operations.ts';

it('what a dead letter is about is no person’s number or address', { tags: ['G-28'] }, () => {
  const row = {
    tenant_id: 'demo',
    item_id: 'DLQ-00001',
    stage: 'Payment',
    error_code: 'TIMEOUT',
    error_message: 'No answer',
    retry_count: 1,
    correlation_id: 'c-1',
    failed_at: '2025-11-18T08:45:08.000Z',
    version: 1,
    promoted_at: null,
    last_promoted_at: null,
    last_promoted_by: null,
    last_promoted_by_id: null,
    last_promotion_decided_at: null,
  };
  const shown = (payload: Record<string, unknown>) => JSON.stringify(toDeadLetter({ ...row, payload } as never));
  expect(shown({ paymentId: '+254712345678' })).not.toContain('254712345678');
  expect(shown({ vrfId: 'amina@x.ke' })).not.toContain('amina');
  expect(shown({ paymentId: 'PAY-2025-00017' })).toContain('"about":{"kind":"payment","id":"PAY-2025-00017"}');
});
