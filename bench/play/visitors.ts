import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#kit/kernel/ids.ts';
import type { Platforms } from '../../scripts/crash/platforms.ts';
import { type Answer, ask } from '../ask.ts';
import type { Buyer } from '../pay/shop.ts';
import { sharedNowMs } from './shared-now.ts';

/** More often than the page, which looks every second: what limits the rate must not be the looking. */
const lookEveryMs = 250;
const endLimitMs = 20_000;
const answerLimitMs = 15_000;
/** of ten who pay */
const atPlatform = 2;

const comeAgainMs = 1000;

class TurnedAway extends Error {}

export type Way = 'balance' | 'wechat';

export interface Play {
  way: Way;
  orderId: string;
  /** when somebody tapped on the button that pays */
  tappedMs: number;
  /** when the balance was told to pay, or the sheet of the platform */
  paidMs: number;
  endedMs: number;
}

export interface Visits {
  plays: Play[];
  /** how long every call took, by what was asked */
  callsMs: Map<string, number[]>;
  errors: string[];
  /** how often the server said that it has too much to do, where that was allowed */
  turnedAway: number;
}

export interface VisitorParts {
  base: string;
  platforms: Platforms;
  /** those of one shop stand together */
  buyers: readonly Buyer[];
  playersOfShop: number;
  /** of the label that is printed for a machine */
  signatureOf(code: string): string;
}

/** People with phones: each scans a machine, pays for a play and watches until the machine has said its word. */
export class Visitors {
  readonly #parts: VisitorParts;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #taken: number[];
  #paid = 0;

  constructor(parts: VisitorParts) {
    this.#parts = parts;
    this.#taken = parts.buyers.map((_, index) => index);
  }

  /** For so long; with a pause, everybody plays once in it on average, one after the other as people come. */
  async visit(forMs: number, pauseMs = 0): Promise<Visits> {
    const visits: Visits = { plays: [], callsMs: new Map(), errors: [], turnedAway: 0 };
    const untilMs = sharedNowMs() + forMs;
    await Promise.all(
      this.#parts.buyers.map(async (buyer, index) => {
        let nextMs = sharedNowMs() + Math.random() * pauseMs;
        for (;;) {
          await sleep(Math.max(0, nextMs - sharedNowMs()));
          if (sharedNowMs() > untilMs) return;
          // between half of the pause and one and a half, however long the play took
          nextMs += (0.5 + Math.random()) * pauseMs;
          try {
            await this.#play(visits, buyer, index);
          } catch (error) {
            // who comes without a pause may be told to come again; at half of the rate nobody is
            if (pauseMs > 0 || !(error instanceof TurnedAway)) visits.errors.push(String(error));
            else {
              visits.turnedAway += 1;
              await sleep(Math.random() * 2 * comeAgainMs);
            }
          }
        }
      }),
    );
    return visits;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #play(visits: Visits, buyer: Buyer, index: number): Promise<void> {
    // a machine is its player's for a while after a play: nobody goes to one where another stands
    const { playersOfShop } = this.#parts;
    const devices = buyer.devices.filter((_, place) => place % playersOfShop === index % playersOfShop);
    const device = devices[this.#taken[index]!++ % devices.length]!;
    const call = (path: string, query: Record<string, string>) =>
      this.#call(visits, buyer, index, path, query);
    const scanned = { equipmentId: device.code, s: this.#parts.signatureOf(device.code) };
    await call('/api/blade-player/player/scannedEquipment', scanned);
    await call('/api/blade-player/player/equipmentOffers', scanned);
    const way: Way = this.#paid++ % 10 < atPlatform ? 'wechat' : 'balance';
    const tappedMs = sharedNowMs();
    const order = await call(payPath, {
      equipmentId: device.id,
      number: '1',
      payWay: way,
      requestId: newId(),
    });
    const play: Play = { way, orderId: order.orderId as string, tappedMs, paidMs: tappedMs, endedMs: 0 };
    if (way === 'wechat') {
      play.paidMs = sharedNowMs();
      if (!(await this.#parts.platforms.pay(order, buyer.openId)))
        throw new Error('the platform took no money');
    }
    const orderNumber = order.orderNumber as string;
    for (const limitMs = sharedNowMs() + endLimitMs; ; await sleep(lookEveryMs)) {
      const { state } = await call('/api/blade-order/order/state', { orderNumber });
      if (state === 'fulfilled') break;
      if (state !== 'created' && state !== 'fulfilling')
        throw new Error(`order ${orderNumber} ended as ${state}`);
      if (sharedNowMs() > limitMs) throw new Error(`order ${orderNumber} is still ${state}`);
    }
    visits.plays.push({ ...play, endedMs: sharedNowMs() });
  }

  async #call(
    { callsMs }: Visits,
    { token }: Buyer,
    index: number,
    path: string,
    query: Record<string, string>,
  ): Promise<Record<string, unknown>> {
    const startedMs = sharedNowMs();
    const url = `${this.#parts.base}${path}?${new URLSearchParams(query)}`;
    // everybody has a phone, and so an address
    const address = `10.1.${index >> 8}.${index & 255}`;
    const limit = new AbortController();
    const { status, body } = (await Promise.race([
      ask(url, token, this.#agent, { 'x-forwarded-for': address }),
      sleep(answerLimitMs, undefined, { signal: limit.signal }).then(() => {
        throw new Error(`${path} did not answer in ${answerLimitMs / 1000} s`);
      }),
    ]).finally(() => limit.abort())) as Answer;
    if (status === 503) throw new TurnedAway(`${path} was answered with 503`);
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body.slice(0, 200)}`);
    const name = path === payPath ? `pay by ${query.payWay}` : (path.split('/').at(-1) as string);
    const list = callsMs.get(name) ?? [];
    callsMs.set(name, list);
    list.push(sharedNowMs() - startedMs);
    return (JSON.parse(body) as { data: Record<string, unknown> }).data;
  }
}

const payPath = '/api/pay/PlayerCoin';
