import { describe, expect, it } from 'vitest';
import { AppError } from '#kit/kernel/errors.ts';
import type { ContextFor } from '#kit/server/context.ts';
import type { SimulatedSms } from '#providers/sms/simulator.ts';
import { demoContract } from '../contract.ts';
import { outboxHandlers } from '../server/outbox-handlers.ts';

const message = (id: string, code: string): SimulatedSms => ({
  id,
  phone: '13800000003',
  signName: 'Coinyard',
  templateCode: 'SMS_CODE',
  params: { code },
  sentAt: '2026-11-15T02:00:00.000Z',
});

const contextWith = (demoMessages: (() => readonly SimulatedSms[]) | undefined) =>
  ({ services: { demoMessages } }) as unknown as ContextFor<typeof demoContract.outbox>;

describe('the demo outbox', () => {
  it('shows the newest message first', async () => {
    const messages = await outboxHandlers.outbox(
      contextWith(() => [message('1', '111111'), message('2', '222222')]),
      {},
    );
    expect(messages.map(({ params }) => params.code)).toEqual(['222222', '111111']);
    expect(demoContract.outbox.output.parse(messages)).toHaveLength(2);
  });

  it('leaves the order of the simulator itself alone', async () => {
    const kept = [message('1', '111111'), message('2', '222222')];
    await outboxHandlers.outbox(
      contextWith(() => kept),
      {},
    );
    expect(kept.map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('does not exist where messages go to real phones', async () => {
    const refusal = await outboxHandlers.outbox(contextWith(undefined), {}).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect((refusal as AppError).status).toBe(404);
  });
});
