import sharp from 'sharp';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { Arcade } from '#features/selling/orders/test/arcade.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { conversationsContract as calls } from '../contract.ts';

type Written = OutputOf<typeof calls.writeMessage>;

/** Twelve at noon in Shanghai, a Wednesday: shops of the demo are open. */
export const noon = new Date('2026-11-25T04:00:00Z');
/** Four in the morning of the day after: all of them are closed. */
export const night = new Date('2026-11-25T20:00:00Z');

export const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();

/** A machine gives fewer coins than were paid for, where staff decide what happens then. */
export async function failedOrder(arcade: Arcade, player: Client, siteId: string): Promise<string> {
  const machine = await arcade.machine({ type: 'exchange', siteId });
  const { orderNumber } = await player.call(ordersContract.payForDevice, {
    ...{ equipmentId: machine.id, amountFen: 1000, payWay: 'wechat' },
  });
  await arcade.pay(orderNumber);
  await arcade.answer(machine, { state: 'done', asked: 10, counted: 4 });
  return orderNumber;
}

/** Sends a picture the way the pages do. */
export async function upload<T = Written>(
  client: Client,
  path: string,
  query: Record<string, string>,
  file?: Buffer,
): Promise<{ status: number; data: T }> {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(file ?? (await picture()))], 'a.jpg', { type: 'image/jpeg' }));
  const answer = await client.request(`${path}?${new URLSearchParams(query)}`, { method: 'POST', body });
  const { data } = (await answer.json()) as { data: T };
  return { status: answer.status, data };
}

export const fetchOf = (client: Client, path: string, id: string) =>
  client.request(path.replace(':id', id), { method: 'GET' });

export const say = (
  player: Client,
  text: string,
  about: Omit<InputOf<typeof calls.writeMessage>, 'text'>,
): Promise<Written> => player.call(calls.writeMessage, { ...about, text });

export const textsOf = ({ messages }: { messages: readonly { text: string }[] }) =>
  messages.map(({ text }) => text);
