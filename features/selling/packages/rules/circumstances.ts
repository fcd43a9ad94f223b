import type { SiteClock } from '#kit/kernel/site-day.ts';

/** What is known of the player at this merchant. */
export interface PlayerPast {
  /** the last payment before this one; null: never paid here */
  lastPaidAt: Date | null;
  /** by package: how often it was bought, and how often of that today */
  bought: Readonly<Record<string, { ever: number; today: number }>>;
}

/** All that a price depends on besides the rules. The same circumstances and rules give the same price for ever. */
export interface Circumstances {
  at: Date;
  /** how the site counts its days; absent in what was kept before sites had one: Shanghai's midnight */
  clock?: SiteClock | undefined;
  deviceId: string | null;
  /** what a play costs on this machine */
  playFen: number | null;
  /** what so many coins cost without a package, for comparison */
  coinPrice: { fen: number; coins: number } | null;
  level: { name: string; basisPoints: number } | null;
  /** of the cards that the player holds; absent in what was kept before there were any */
  cards?: readonly CardDiscount[] | undefined;
  /** null: nobody knows who it is */
  player: PlayerPast | null;
}

/** What a card takes off packages and goods. */
export interface CardDiscount {
  id: string;
  name: string;
  /** what is left to pay: 9000 is 90 % */
  basisPoints: number;
  /** on top of the other discounts; otherwise the better of both holds */
  withOthers: boolean;
}
