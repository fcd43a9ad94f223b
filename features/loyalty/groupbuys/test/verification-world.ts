import { findPlayersByPhone } from '#features/base/players/server/public.ts';
import { playerAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { CallError } from '#kit/contract/client.ts';
import { dayMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { platformScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import type { DealSimulatorControl, DealTrouble } from '#providers/deal-simulator.ts';
import type { Random } from '#simulators/devices/random.ts';
import { type Platform, platforms } from '../contract/kinds.ts';
import { groupBuysContract as calls } from '../contract.ts';
import { codeHash } from '../server/code-secrets.ts';
import { compareYesterday } from '../server/compare-day.ts';
import type { VerificationRow } from '../server/move-verification.ts';
import { workDue } from '../server/worker.ts';
import { groupBuyVerifications } from '../tables.ts';
import { automaticSite, type GroupBuys, tenantId } from './stage.ts';

export interface Bought {
  platform: Platform;
  code: string;
  hash: string;
  /** of who bought it, and of nobody else */
  phone: string;
}

export type DealsOfWorld = Record<Platform, { single: string; card: string }>;

/** Buyers, clerks, two platforms on a bad line, and a server that dies in between. */
export class VerificationWorld {
  readonly bought: Bought[] = [];
  readonly #server: TestServer;
  readonly #shop: GroupBuys;
  readonly #chance: Random;
  readonly #deals: DealsOfWorld;

  constructor(server: TestServer, shop: GroupBuys, chance: Random, deals: DealsOfWorld) {
    this.#server = server;
    this.#shop = shop;
    this.#chance = chance;
    this.#deals = deals;
  }

  /** The platform as it is now: after a restart of the server it is another one with the same memory. */
  control(platform: Platform): DealSimulatorControl {
    const simulator = this.#server.services.demoDeals[platform];
    if (!simulator) throw new Error(`${platform} is not simulated`);
    return simulator.control;
  }

  badLine(): void {
    const line: DealTrouble = {
      random: () => this.#chance.next(),
      lostShare: 0.2,
      repeatShare: 0.2,
      droppedShare: 0.05,
      noticeLostShare: 0.2,
      noticeRepeatShare: 0.2,
    };
    for (const platform of platforms) this.control(platform).trouble(line);
  }

  sell(): void {
    const platform = this.#chance.pick(platforms);
    const deal = this.#deals[platform];
    // Meituan takes back the last use of a card, so what the network repeats takes back two: no card of it is cancelled
    const isCard = platform === 'douyin' && this.#chance.chance(0.25);
    const [sold] = this.control(platform).sell(isCard ? deal.card : deal.single);
    if (!sold) throw new Error('nothing was sold');
    const certificate = platform === 'douyin' ? sold.certificateId : sold.code;
    const hash = codeHash(this.#server.services.secrets, platform, certificate);
    this.bought.push({ platform, code: sold.code, hash, phone: this.#shop.phone() });
  }

  /** Somebody stands at the counter with a code; what goes wrong there, goes wrong. */
  async verify(wanted?: Bought): Promise<void> {
    const bought = wanted ?? this.#someCode();
    if (!bought) return;
    const { platform, code, phone } = bought;
    await this.#trying(async () => {
      const merchant = await this.#server.as('merchant');
      const { id } = await merchant.call(calls.prepareCode, { storeId: this.#shop.stores[platform], code });
      await merchant.call(calls.verifyCode, { id, phone });
    });
  }

  async cancel(wanted?: VerificationRow): Promise<void> {
    const row = wanted ?? (await this.#someStanding());
    if (!row) return;
    await this.#trying(async () => {
      const merchant = await this.#server.as('merchant');
      await merchant.call(calls.cancelVerification, { id: row.id, reason: 'by mistake' });
    });
  }

  async refund(wanted?: Bought): Promise<void> {
    const bought = wanted ?? this.#someCode();
    if (bought) await this.control(bought.platform).refund(bought.code);
  }

  /** At the same moment: the same code twice, two who cancel, or a clerk who cancels while the buyer is refunded. */
  async race(): Promise<void> {
    const bought = this.#someCode();
    const row = await this.#someStanding();
    const ofRow = row && this.bought.find(({ hash }) => hash === row.codeHash);
    const kind = this.#chance.pick(['verify', 'cancel', 'refund'] as const);
    if (kind === 'verify' && bought) await Promise.all([this.verify(bought), this.verify(bought)]);
    if (kind === 'cancel' && row) await Promise.all([this.cancel(row), this.cancel(row)]);
    if (kind === 'refund' && row && ofRow) await Promise.all([this.cancel(row), this.refund(ofRow)]);
  }

  async work(): Promise<void> {
    await this.#trying(() => workDue(this.#server.services));
  }

  /** It dies within so many steps of its work, and another takes its place. */
  async die(steps: number, work: () => Promise<void>): Promise<void> {
    this.#server.killAfter(steps);
    for (let turn = 0; turn < 20 && !this.#server.isKilled; turn++) await work();
    await this.#server.restart();
    this.badLine();
  }

  /** The line is good again, deadlines pass, and the comparisons of the next days tell what notices did not. */
  async settle(): Promise<void> {
    for (const platform of platforms) this.control(platform).trouble({});
    for (let turn = 0; turn < 50; turn++) {
      this.#server.clock.forward(turn < 20 ? 15 * secondMs : 6 * minuteMs);
      await workDue(this.#server.services);
    }
    for (let day = 0; day < 2; day++) {
      this.#server.clock.forward(dayMs);
      await compareYesterday(this.#server.services);
      await workDue(this.#server.services);
    }
  }

  /** Each code with the platform's uses of it, our verifications, and the buyer's purse. */
  async accounts() {
    const rows = await this.#rows();
    const uses = { douyin: this.control('douyin').uses(), meituan: this.control('meituan').uses() };
    return Promise.all(
      this.bought.map(async (bought) => ({
        ...bought,
        uses: uses[bought.platform].filter(({ code }) => code === bought.code).map(({ state }) => state),
        ours: rows.filter(({ codeHash: hash }) => hash === bought.hash),
        coins: await this.#coinsOf(bought.phone),
      })),
    );
  }

  async #coinsOf(phone: string): Promise<number> {
    const { db } = this.#server.services;
    const [player] = await findPlayersByPhone(db.read, phone);
    if (!player) return 0;
    const purse = playerAccount(tenantId, player.id, automaticSite, 'coin');
    return (await readBalances(db.read, [purse]))[0]?.balance ?? 0;
  }

  #rows(): Promise<VerificationRow[]> {
    return find(this.#server.services.db.read, platformScope, groupBuyVerifications, {});
  }

  /** One of the last, so that most have more than one thing happen to them. */
  #someCode(): Bought | undefined {
    const last = this.bought.slice(-10);
    return last.length > 0 ? this.#chance.pick(last) : undefined;
  }

  async #someStanding(): Promise<VerificationRow | undefined> {
    const own = new Set(this.bought.map(({ hash }) => hash));
    const standing = (await this.#rows())
      .filter(({ state, codeHash: hash }) => (state === 'granted' || state === 'verified') && own.has(hash))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .slice(-10);
    return standing.length > 0 ? this.#chance.pick(standing) : undefined;
  }

  /** Refusals and the death of the server are part of the story; faults of ours are not. */
  async #trying(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const isRefusal = error instanceof CallError && (error.status < 500 || error.status === 503);
      if (!this.#server.isKilled && !isRefusal) throw error;
    }
  }
}
