import type { AccountName, Leg } from '../server/public.ts';

/** What an operation is expected to come to; everything but `posted` leaves no trace. */
export type Outcome = 'posted' | 'insufficient' | 'keyReused' | 'unbalanced';

export interface ModelTransfer {
  key: string;
  legs: readonly Leg[];
}

export interface ModelHold {
  key: string;
  account: AccountName;
  amount: number;
  deadlineAt: Date;
  state: 'open' | 'posted' | 'voided';
  postedAmount: number;
}

export const accountText = (account: AccountName) =>
  [account.tenantId, account.ownerKind, account.ownerId, account.purpose, account.unit].join(' ');

const fingerprint = (legs: readonly Leg[]) =>
  legs.map(({ account, amount }) => `${accountText(account)} ${amount}`).join('; ');

const mayGoNegative = ({ ownerKind }: AccountName) => ownerKind === 'channel' || ownerKind === 'platform';

/** The books as somebody with a sheet of paper would keep them: no stripes, no rows, no locks. */
export class ModelBooks {
  readonly balances = new Map<string, number>();
  readonly held = new Map<string, number>();
  readonly holds = new Map<string, ModelHold>();
  readonly #accounts = new Map<string, AccountName>();
  readonly #transfers = new Map<string, readonly Leg[]>();

  get accounts(): AccountName[] {
    return [...this.#accounts.values()];
  }

  balance(account: AccountName): number {
    return this.balances.get(accountText(account)) ?? 0;
  }

  available(account: AccountName): number {
    return this.balance(account) - (this.held.get(accountText(account)) ?? 0);
  }

  knows(key: string): boolean {
    return this.#transfers.has(key);
  }

  /** Posts all or none; gives back which of them are repeats. */
  post(requests: readonly ModelTransfer[]): { outcome: Outcome; repeated: boolean[] } {
    const refused = (outcome: Outcome) => ({ outcome, repeated: [] });
    if (requests.some(({ legs }) => !addsUp(legs))) return refused('unbalanced');
    const fresh = new Map<string, readonly Leg[]>();
    const repeated: boolean[] = [];
    for (const { key, legs } of requests) {
      const earlier = this.#transfers.get(key) ?? fresh.get(key);
      if (earlier && fingerprint(earlier) !== fingerprint(legs)) return refused('keyReused');
      repeated.push(earlier !== undefined);
      fresh.set(key, earlier ?? legs);
    }
    const moves = requests.filter((_, index) => !repeated[index]).flatMap(({ legs }) => [...legs]);
    if (!this.#canMove(moves)) return refused('insufficient');
    this.#move(moves);
    for (const [key, legs] of fresh) this.#transfers.set(key, legs);
    return { outcome: 'posted', repeated };
  }

  /** Opens all or none. */
  open(requests: readonly ModelHold[]): Outcome {
    const before = new Map(this.held);
    const opened: string[] = [];
    const undo = (outcome: Outcome) => {
      this.held.clear();
      for (const [text, amount] of before) this.held.set(text, amount);
      for (const key of opened) this.holds.delete(key);
      return outcome;
    };
    for (const request of requests) {
      const earlier = this.holds.get(request.key);
      if (earlier) {
        if (earlier.amount !== request.amount) return undo('keyReused');
        continue;
      }
      if (this.available(request.account) < request.amount) return undo('insufficient');
      this.#changeHeld(request.account, request.amount);
      this.holds.set(request.key, { ...request });
      opened.push(request.key);
    }
    return 'posted';
  }

  /** A hold that has ended stays as it is. */
  end(key: string, credits: readonly Leg[]): ModelHold {
    const hold = this.holds.get(key);
    if (!hold) throw new Error(`no hold ${key}`);
    if (hold.state !== 'open') return hold;
    this.#changeHeld(hold.account, -hold.amount);
    hold.postedAmount = credits.reduce((sum, { amount }) => sum + amount, 0);
    hold.state = hold.postedAmount > 0 ? 'posted' : 'voided';
    if (hold.postedAmount > 0) {
      const legs = [{ account: hold.account, amount: -hold.postedAmount }, ...credits];
      this.#move(legs);
      this.#transfers.set(key, legs);
    }
    return hold;
  }

  endOverdue(now: Date): number {
    const due = [...this.holds.values()].filter(
      ({ state, deadlineAt }) => state === 'open' && deadlineAt <= now,
    );
    for (const { key } of due) this.end(key, []);
    return due.length;
  }

  #canMove(legs: readonly Leg[]): boolean {
    const sums = new Map<string, { account: AccountName; amount: number }>();
    for (const { account, amount } of legs) {
      const entry = sums.get(accountText(account)) ?? { account, amount: 0 };
      entry.amount += amount;
      sums.set(accountText(account), entry);
    }
    return [...sums.values()].every(
      ({ account, amount }) => mayGoNegative(account) || this.available(account) + amount >= 0,
    );
  }

  #move(legs: readonly Leg[]): void {
    for (const { account, amount } of legs) {
      this.#accounts.set(accountText(account), account);
      this.balances.set(accountText(account), this.balance(account) + amount);
    }
  }

  #changeHeld(account: AccountName, amount: number): void {
    const text = accountText(account);
    this.#accounts.set(text, account);
    this.held.set(text, (this.held.get(text) ?? 0) + amount);
  }
}

function addsUp(legs: readonly Leg[]): boolean {
  const sums = new Map<string, number>();
  for (const { account, amount } of legs) sums.set(account.unit, (sums.get(account.unit) ?? 0) + amount);
  return legs.length > 1 && [...sums.values()].every((sum) => sum === 0);
}
