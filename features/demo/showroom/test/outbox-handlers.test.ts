import { describe, expect, it } from 'vitest';
import { AppError } from '#kit/kernel/errors.ts';
import type { ContextFor } from '#kit/server/context.ts';
import type { SimulatedSms } from '#providers/sms/simulator.ts';
import type { SimulatedMessage } from '#providers/wechat/simulated-templates.ts';
import { showroomContract } from '../contract.ts';
import { outboxHandlers } from '../server/outbox-handlers.ts';

const message = (id: string, code: string): SimulatedSms => ({
  id,
  phone: '13800000003',
  signName: 'Coinyard',
  templateCode: 'SMS_CODE',
  params: { code },
  sentAt: '2026-11-15T02:00:00.000Z',
});

const caller = (remoteAddress: string, hostname = 'localhost', headers = {}) => ({
  socket: { remoteAddress },
  hostname,
  headers,
});
const here = caller('127.0.0.1');

const contextWith = (
  demoMessages: (() => readonly SimulatedSms[]) | undefined,
  request: ReturnType<typeof caller> = here,
  session?: object,
  wechat?: readonly SimulatedMessage[],
) =>
  ({
    services: {
      demoMessages,
      demoPay: { wechatLogin: wechat && { control: { sent: () => wechat } } },
    },
    request,
    session,
  }) as unknown as ContextFor<typeof showroomContract.outbox>;

const statusOf = (request: ReturnType<typeof caller>, session?: object) =>
  outboxHandlers
    .outbox(
      contextWith(() => [], request, session),
      {},
    )
    .then(
      () => 200,
      (error: AppError) => error.status,
    );

describe('the demo outbox', () => {
  it('shows the newest message first', async () => {
    const messages = await outboxHandlers.outbox(
      contextWith(() => [message('1', '111111'), message('2', '222222')]),
      {},
    );
    expect(messages.map(({ id }) => id)).toEqual(['2', '1']);
    expect(showroomContract.outbox.output.parse(messages)).toHaveLength(2);
  });

  it('shows what went to WeChat among the texts, by time, and nobody’s id there', async () => {
    const wechat: SimulatedMessage = {
      id: '3',
      to: 'oDemoLinXiaoyu0000000000001',
      name: '林小雨',
      title: '经营小结通知',
      lines: [{ label: '收入', value: '¥12.00' }],
      url: 'https://a.example/home',
      sentAt: '2026-11-15T01:59:00.000Z',
    };
    const told = await outboxHandlers.outbox(
      contextWith(() => [message('1', '111111')], here, undefined, [wechat]),
      {},
    );
    const shown = showroomContract.outbox.output.parse(told);
    expect(shown.map(({ way, id }) => [way, id])).toEqual([
      ['sms', '1'],
      ['wechat', '3'],
    ]);
    expect(JSON.stringify(shown)).not.toContain(wechat.to);
  });

  it('leaves the order of the simulator itself alone', async () => {
    const kept = [message('1', '111111'), message('2', '222222')];
    await outboxHandlers.outbox(
      contextWith(() => kept),
      {},
    );
    expect(kept.map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('is open at the machine that runs the demo, and elsewhere to who is logged in', async () => {
    for (const near of [here, caller('::1', '[::1]'), caller('::ffff:127.0.0.1', '127.0.0.1')])
      expect(await statusOf(near)).toBe(200);
    const far = caller('203.0.113.9', '203.0.113.1');
    expect(await statusOf(far)).toBe(401);
    expect(await statusOf(far, { kind: 'staff' })).toBe(200);
  });

  it('is closed to who comes through a proxy on the same machine, or under a name led there', async () => {
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect(await statusOf(caller('127.0.0.1', 'localhost', { [header]: '127.0.0.1' }))).toBe(401);
    expect(await statusOf(caller('127.0.0.1', 'demo.example'))).toBe(401);
  });

  it('does not exist where messages go to real phones', async () => {
    const refusal = await outboxHandlers.outbox(contextWith(undefined), {}).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect((refusal as AppError).status).toBe(404);
  });
});
