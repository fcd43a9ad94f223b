import { addDays, businessDay, startOfDay } from '#kit/kernel/time.ts';

interface Lot {
  /** of the movement that brought it */
  key: string;
  earnedAt: number;
  expiresAt: number | null;
  left: number;
  place: number;
}

interface Use {
  earnedAt: number;
  expiresAt: number | null;
  open: number;
  place: number;
}

/** Twice never is no distance, and what comes next decides. */
const never = Number.POSITIVE_INFINITY;
const oldestFirst = (one: Lot, other: Lot) =>
  (one.expiresAt ?? never) - (other.expiresAt ?? never) ||
  one.earnedAt - other.earnedAt ||
  one.place - other.place;
const latestFirst = (one: Use, other: Use) =>
  (other.expiresAt ?? never) - (one.expiresAt ?? never) ||
  other.earnedAt - one.earnedAt ||
  other.place - one.place;

/** Somebody's points with a sheet of paper: no rows, no locks, no triggers. */
export class Sheet {
  lots: Lot[] = [];
  owed = 0;
  readonly #uses = new Map<string, Use[]>();
  readonly #days: number | null;
  #places = 0;

  constructor(days: number | null) {
    this.#days = days;
  }

  get balance(): number {
    return this.lots.reduce((sum, { left }) => sum + left, 0);
  }

  /** As it is compared: what lasts until when. */
  get standing(): [expiresAt: number | null, left: number][] {
    const sums = new Map<number | null, number>();
    for (const { expiresAt, left } of this.lots)
      if (left > 0) sums.set(expiresAt, (sums.get(expiresAt) ?? 0) + left);
    return [...sums].sort(([one], [other]) => (one ?? never) - (other ?? never));
  }

  usesOf = (key: string): readonly Use[] => this.#uses.get(key) ?? [];

  add(key: string, at: Date, amount: number, lasting?: { earnedAt: number; expiresAt: number | null }): void {
    const usual = this.#days === null ? null : startOfDay(addDays(businessDay(at), this.#days + 1)).getTime();
    this.#places += 1;
    this.lots.push({
      key,
      earnedAt: lasting?.earnedAt ?? at.getTime(),
      expiresAt: lasting ? lasting.expiresAt : usual,
      left: amount,
      place: this.#places,
    });
  }

  take(key: string, amount: number, reversedKey?: string): void {
    const ordered = this.lots.filter(({ left }) => left > 0).sort(oldestFirst);
    const first = ordered.filter((lot) => lot.key === reversedKey);
    let rest = amount;
    for (const lot of [...first, ...ordered.filter((one) => !first.includes(one))]) {
      const part = Math.min(rest, lot.left);
      if (part === 0) break;
      lot.left -= part;
      rest -= part;
      const { earnedAt, expiresAt, place } = lot;
      this.#uses.set(key, [...this.usesOf(key), { earnedAt, expiresAt, open: part, place }]);
    }
    if (rest > 0) throw new Error(`${key}: ${rest} are not there`);
  }

  earn(key: string, at: Date, amount: number): void {
    this.add(key, at, amount);
    this.#pay(`${key}:debt`);
  }

  takeBack(key: string, amount: number, earnedKey: string): void {
    this.owed += amount;
    this.#pay(`${key}:paid`, earnedKey);
  }

  #pay(key: string, reversedKey?: string): void {
    const paid = Math.min(this.owed, this.balance);
    if (paid > 0) this.take(key, paid, reversedKey);
    this.owed -= paid;
  }

  expire(key: string, at: Date): number {
    const due = this.lots
      .filter(({ expiresAt }) => expiresAt !== null && expiresAt <= at.getTime())
      .reduce((sum, { left }) => sum + left, 0);
    if (due > 0) this.take(key, due);
    return due;
  }

  giveBack(key: string, at: Date, amount: number, spentKey: string): void {
    let rest = amount;
    for (const use of [...this.usesOf(spentKey)].sort(latestFirst)) {
      const part = Math.min(rest, use.open);
      if (part === 0) continue;
      use.open -= part;
      rest -= part;
      this.add(key, at, part, use);
    }
    if (rest > 0) throw new Error(`${key}: ${rest} were not spent`);
  }

  /** All of it goes to another sheet and lasts as long there. */
  handTo(other: Sheet, key: string, at: Date): number {
    const amount = this.balance;
    if (amount > 0) {
      this.take(key, amount);
      for (const use of [...this.usesOf(key)].sort(latestFirst)) {
        other.add(key, at, use.open, use);
        use.open = 0;
      }
    }
    other.owed += this.owed;
    this.owed = 0;
    return amount;
  }
}
