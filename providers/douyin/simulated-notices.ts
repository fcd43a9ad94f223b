import { randomUUID } from 'node:crypto';
import { type Clock, secondMs } from '#kit/kernel/time.ts';
import type { DealTrouble } from '../deal-simulator.ts';
import type { CodeRow } from '../simulated-deals.ts';
import { authorisedEvent, certificateEvent } from './notices.ts';
import { signNotice } from './signing.ts';

export interface NoticesOptions {
  clientKey: string;
  clientSecret: string;
  accountId: string;
  clock: Clock;
  /** where we hear it; undefined: nobody is told */
  noticeUrl: (() => string) | undefined;
  deliver: typeof fetch;
  trouble: () => DealTrouble;
}

/** Webhooks with their signature. They get lost, and come twice: Douyin promises neither. */
export function createNotices(options: NoticesOptions) {
  const { clientKey, clientSecret, accountId, clock, deliver } = options;

  async function send(
    event: string,
    content: unknown,
    sendOptions: { id?: string } = {},
  ): Promise<Response | undefined> {
    const url = options.noticeUrl?.();
    if (!url) return undefined;
    const id = sendOptions.id ?? randomUUID().replaceAll('-', '');
    const body = JSON.stringify({
      event,
      client_key: clientKey,
      from_user_id: '',
      content,
      log_id: id,
      msg_id: id,
    });
    try {
      return await deliver(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-douyin-signature': signNotice(clientSecret, body),
          'msg-id': id,
        },
        body,
        signal: AbortSignal.timeout(5 * secondMs),
      });
    } catch {
      return undefined;
    }
  }

  async function sendMaybe(event: string, content: object): Promise<void> {
    const { random = Math.random, noticeLostShare = 0, noticeRepeatShare = 0 } = options.trouble();
    if (random() < noticeLostShare) return;
    const id = randomUUID().replaceAll('-', '');
    const times = random() < noticeRepeatShare ? 2 : 1;
    for (let time = 0; time < times; time += 1) await send(event, JSON.stringify(content), { id });
  }

  return {
    certificate: (action: 'verify' | 'verify_cancel' | 'refund_success', code: CodeRow) =>
      sendMaybe(certificateEvent, {
        action,
        msg_time: Math.floor(clock.now().getTime() / secondMs),
        certificate: { certificate_id: code.certificateId, order_id: code.orderId, account_id: accountId },
      }),
    authorised: (said: { extra: string; solutionKey: string; permissionKeys: string }) =>
      send(
        authorisedEvent,
        JSON.stringify({
          account_id: accountId,
          solution_key: said.solutionKey,
          permission_keys: said.permissionKeys,
          out_shop_id: '',
          poi_id: '',
          extra: said.extra,
        }),
      ),
    /** as the console does before an address is taken */
    async challenge(): Promise<boolean> {
      const challenge = Math.floor(Math.random() * 1e9);
      const answer = await send('verify_webhook', { challenge });
      if (!answer?.ok) return false;
      const said = (await answer.json().catch(() => undefined)) as { challenge?: unknown } | undefined;
      return said?.challenge === challenge;
    },
  };
}
