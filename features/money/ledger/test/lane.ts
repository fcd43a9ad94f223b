import { partOf, splitAmount } from '#kit/kernel/money.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { demoTenants } from '#kit/server/demo.ts';
import type { Random } from '#simulators/devices/random.ts';
import type { Unit } from '../contract.ts';
import type { AccountName, Leg } from '../server/public.ts';
import { ModelBooks, type ModelHold, type ModelTransfer } from './model.ts';

const walletCount = 8;
const units: readonly Unit[] = ['fen', 'coin'];

/** Where value comes from and where fees go: all lanes move these at once. */
export const shared = {
  source: (unit: Unit): AccountName => ({
    tenantId: demoTenants.platform,
    ownerKind: 'channel',
    ownerId: 'properties',
    purpose: 'clearing',
    unit,
  }),
  fee: (unit: Unit): AccountName => ({
    tenantId: demoTenants.platform,
    ownerKind: 'platform',
    ownerId: 'properties',
    purpose: 'earned',
    unit,
  }),
};

/** Thinks up operations for its own wallets, and keeps the books of them on paper. */
export class Lane {
  readonly books = new ModelBooks();
  readonly tenantId = demoTenants.merchant;
  readonly random: Random;
  readonly #name: string;
  #nextKey = 0;
  readonly #posted: ModelTransfer[] = [];

  constructor(name: string, random: Random) {
    this.#name = name;
    this.random = random;
  }

  newKey(): string {
    return `${this.#name}-${this.#nextKey++}`;
  }

  wallet(index: number, unit: Unit): AccountName {
    const ownerKind = index % 2 ? 'player' : 'merchant';
    return { tenantId: this.tenantId, ownerKind, ownerId: `${this.#name}-${index}`, purpose: 'wallet', unit };
  }

  anyWallet(unit: Unit = this.random.pick(units)): AccountName {
    return this.wallet(this.random.int(0, walletCount - 1), unit);
  }

  remember(transfers: readonly ModelTransfer[]): void {
    this.#posted.push(...transfers);
  }

  anyPosted(): ModelTransfer | undefined {
    return this.#posted.length > 0 ? this.random.pick(this.#posted) : undefined;
  }

  /** A batch that may contain repeats, a key said with other amounts, sums that do not add up, or more than there is. */
  transfers(count: number): ModelTransfer[] {
    const reckless = this.random.chance(0.1);
    const spent = new Map<string, number>();
    const batch: ModelTransfer[] = Array.from({ length: count }, () => {
      const earlier = this.random.chance(0.08) ? this.anyPosted() : undefined;
      return earlier ?? { key: this.newKey(), legs: this.#legs(reckless, spent) };
    });
    const first = batch[0] as ModelTransfer;
    if (this.random.chance(0.05)) batch.push(first);
    if (this.random.chance(0.03)) batch.push({ key: first.key, legs: first.legs.map(doubled) });
    if (this.random.chance(0.02)) batch.push({ key: this.newKey(), legs: first.legs.slice(1) });
    return batch;
  }

  #legs(reckless: boolean, spent: Map<string, number>): Leg[] {
    const unit = this.random.pick(units);
    const payer = this.anyWallet(unit);
    const text = `${payer.ownerId} ${unit}`;
    const left = this.books.available(payer) - (spent.get(text) ?? 0);
    const most = reckless ? left + 500 : left;
    if (most <= 0 || this.random.chance(0.3))
      return this.#flow(shared.source(unit), unit, this.random.int(1, 5000));
    const amount = this.random.int(1, Math.max(1, Math.min(most, 2000)));
    spent.set(text, (spent.get(text) ?? 0) + amount);
    return this.#flow(payer, unit, amount);
  }

  /** From one account: a fee to the platform, the rest in parts; sometimes something of another unit changes hands too. */
  #flow(from: AccountName, unit: Unit, amount: number): Leg[] {
    const fee = partOf(amount, this.random.pick([0, 0, 38, 60, 1234]));
    const receivers = Array.from({ length: this.random.int(1, 4) }, () => this.anyWallet(unit));
    const parts = splitAmount(
      amount - fee,
      receivers.map(() => this.random.int(1, 100)),
    );
    const legs: Leg[] = [
      { account: from, amount: -amount },
      { account: shared.fee(unit), amount: fee },
    ];
    for (const [index, account] of receivers.entries())
      legs.push({ account, amount: parts[index] as number });
    if (this.random.chance(0.1)) {
      const other = unit === 'fen' ? 'coin' : 'fen';
      const extra = this.random.int(1, 50);
      legs.push(
        { account: shared.source(other), amount: -extra },
        { account: this.anyWallet(other), amount: extra },
      );
    }
    return legs.filter((leg) => leg.amount !== 0);
  }

  newHolds(count: number, now: Date): ModelHold[] {
    const holds = Array.from({ length: count }, () => this.#newHold(now));
    const earlier = this.random.chance(0.1) ? this.anyHold() : undefined;
    if (earlier) holds.push(this.random.chance(0.5) ? earlier : { ...earlier, amount: earlier.amount + 1 });
    return holds;
  }

  #newHold(now: Date): ModelHold {
    const account = this.anyWallet();
    const available = this.books.available(account);
    const most = this.random.chance(0.02) ? available + 1 : Math.floor(available / 8);
    return {
      key: this.newKey(),
      account,
      amount: this.random.int(1, Math.max(1, most)),
      deadlineAt: new Date(now.getTime() + this.random.int(0, 20) * minuteMs),
      state: 'open',
      postedAmount: 0,
    };
  }

  anyHold(): ModelHold | undefined {
    const holds = [...this.books.holds.values()];
    return holds.length > 0 ? this.random.pick(holds.slice(-60)) : undefined;
  }

  /** Who gets what of a hold; nobody when it is to be voided. */
  credits(hold: ModelHold, feeTo: AccountName): Leg[] {
    if (this.random.chance(0.4)) return [];
    const amount = this.random.chance(0.5) ? hold.amount : this.random.int(1, hold.amount);
    const fee = partOf(amount, 60);
    return [
      { account: feeTo, amount: fee },
      { account: this.anyWallet(hold.account.unit), amount: amount - fee },
    ].filter((leg) => leg.amount > 0);
  }
}

const doubled = ({ account, amount }: Leg): Leg => ({ account, amount: amount * 2 });
