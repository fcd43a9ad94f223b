import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#kit/kernel/ids.ts';
import { openDatabase } from '#kit/server/database.ts';
import { type Helper, startHelper } from '../../scripts/helper-process.ts';
import { ask } from '../ask.ts';
import { type Script, scriptOf } from './plain-loop.ts';
import type { PayServerOptions, Statement } from './server.ts';
import type { Buyer } from './shop.ts';

export const ordersPerRound = 480;
/** timers of the server are left out of what is recorded, and the session is remembered by then */
const calmMs = 500;

/** A server, and those who buy of it. */
export class Counter {
  readonly #server: Helper<{ url: string }>;
  readonly #buyers: readonly Buyer[];
  readonly #agent = new Agent({ keepAlive: true });
  #bought = 0;
  #next = 0;

  private constructor(server: Helper<{ url: string }>, buyers: readonly Buyer[]) {
    this.#server = server;
    this.#buyers = buyers;
  }

  static async open(
    databaseUrl: string,
    dataDir: string,
    buyers: readonly Buyer[],
    extra: Partial<Pick<PayServerOptions, 'records' | 'platforms'>> = {},
  ): Promise<Counter> {
    const codes = buyers.flatMap(({ devices }) => devices.map(({ code }) => code));
    const options: PayServerOptions = {
      databaseUrl,
      dataDir,
      codes,
      records: false,
      platforms: false,
      ...extra,
    };
    return new Counter(await startHelper('bench/pay/server.ts', options), buyers);
  }

  get url(): string {
    return this.#server.ready.url;
  }

  /** Orders a second, from the call to the last settlement; every buyer has one call under way. */
  sell(count = ordersPerRound): Promise<number> {
    return this.#each(count, (buyer) => this.#buy(buyer, 'balance'));
  }

  /** The same at WeChat: the payment is created there, the buyer pays, the platform calls back. */
  async sellAtPlatform(count = ordersPerRound): Promise<number> {
    return this.#each(count, async (buyer) => {
      const { orderId } = await this.#buy(buyer, 'wechat');
      await this.#server.ask('payAtPlatform', orderId);
    });
  }

  async #each(count: number, buy: (buyer: Buyer) => Promise<unknown>): Promise<number> {
    const startedMs = performance.now();
    await Promise.all(
      this.#buyers.map(async (buyer) => {
        for (let left = count / this.#buyers.length; left > 0; left--) await buy(buyer);
      }),
    );
    await this.#server.ask('settled', this.#bought);
    return (count * 1000) / (performance.now() - startedMs);
  }

  /** What the database is asked for one order of each buyer. */
  async record(url: string): Promise<Script[]> {
    // accounts are opened by the first order, and by none after it
    await this.sell(this.#buyers.length);
    const db = openDatabase(url, { poolSize: 1 });
    const accounts = await db.raw<{ id: string }[]>`select id from ledger_account`.finally(() => db.close());
    const known = new Set([
      ...accounts.map(({ id }) => id),
      ...this.#buyers.flatMap(({ playerId, siteId, devices }) => [
        playerId,
        siteId,
        ...devices.map(({ id }) => id),
      ]),
    ]);
    const scripts: Script[] = [];
    for (const buyer of this.#buyers) {
      await this.#server.ask('record');
      await this.#buy(buyer, 'balance');
      await this.#server.ask('settled', this.#bought);
      await sleep(calmMs);
      scripts.push(scriptOf(await this.#server.ask<Statement[]>('recorded'), known));
    }
    return scripts;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#server.stop();
  }

  async #buy({ token, devices }: Buyer, payWay: 'balance' | 'wechat'): Promise<{ orderId: string }> {
    const device = devices[this.#next++ % devices.length];
    const query = new URLSearchParams({
      equipmentId: device?.id ?? '',
      number: '1',
      payWay,
      requestId: newId(),
    });
    const { status, body } = await ask(
      `${this.#server.ready.url}/api/pay/PlayerCoin?${query}`,
      token,
      this.#agent,
    );
    if (status !== 200) throw new Error(`an order was refused with ${status}: ${body}`);
    this.#bought += 1;
    return (JSON.parse(body) as { data: { orderId: string } }).data;
  }
}
