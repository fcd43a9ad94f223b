import type { DeviceView } from '#features/machines/devices/server/public.ts';
import type { AccountName } from '#features/money/ledger/server/public.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Say } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { PayScene } from '#providers/pay-channel.ts';
import type { OrderItem, OrderKind, PayWay, SettleTarget } from '../contract/kinds.ts';
import type { FulfilmentPlan } from '../tables.ts';
import type { OrderView } from './order-types.ts';

/** What was read in the same transaction already. */
export interface KnownOfOrder {
  device?: DeviceView | undefined;
  /** absent: nobody asked yet */
  sharesBalances?: boolean | undefined;
}

/** How a kind of thing is delivered once it is paid. */
export interface Fulfilment {
  /**
   * In the transaction that makes the order fulfilling, with the money held. 'waiting': the feature that waits calls
   * `deliverOrder` or `refundOrder` later. What it refuses with an AppError goes back to the payer.
   */
  start(tx: Tx, services: Services, order: OrderView, known: KnownOfOrder): Promise<'fulfilled' | 'waiting'>;
  /** `start` refuses before it writes anything, so that nothing has to be undone */
  refusesFirst?: true;
  /** Staff say that it is delivered, and nothing had begun: gives what a refund would take back. The accounts are taken. */
  confirmed?(tx: Tx, services: Services, order: OrderView): Promise<void>;
  /** Takes back what was delivered for so much of the amount, or refuses with an AppError. */
  refundable?(tx: Tx, order: OrderView, amount: number, refundId: string): Promise<void>;
  /** Gives it again: the platform would not return the money. */
  refundFailed?(tx: Tx, order: OrderView, amount: number, refundId: string): Promise<void>;
}

/** Something on sale that is not a machine's own price: a package, a card. */
export interface Offer {
  id: string;
  kind: OrderKind;
  title: string;
  amountFen: number;
  items: OrderItem[];
  fulfilment: FulfilmentPlan;
  settlesTo: SettleTarget;
  /** pieces a machine will be asked for */
  asked?: number;
  siteId: string | null;
}

/** Who wants to buy, and where. */
export interface Buyer {
  tenantId: string;
  siteId: string;
  /** null: not at a machine, as in the app */
  device: DeviceView | null;
  /** null: nobody knows who it is */
  playerId: string | null;
  now: Date;
  /** an order follows in this transaction: who asks for the same limited thing meanwhile waits */
  ordering: boolean;
}

/** How a price came about: written once the order has an id. */
export type KeepPrice = (tx: Tx, orderId: string, orderNumber: string) => Promise<void>;

/** Amounts of all lines add up to the price. */
export interface PriceReason {
  text: string;
  amountFen: number;
}

/** What a machine sells at its own price: plays, or pieces of goods. */
export type OwnSale =
  | { plays: number; playFen: number }
  | { pieces: readonly { name: string; pieces: number; unitFen: number }[] };

/** undefined: just the machine's price. `parts` are what each thing of the sale costs; they add up to the amount. */
export type LowerPrice = (
  sale: OwnSale,
) => { amountFen: number; parts: readonly number[]; keep: KeepPrice } | undefined;

export interface OfferSource {
  /** Refuses with the reason where this buyer can not have it; undefined: not one of its offers. */
  find(
    tx: Tx,
    buyer: Buyer,
    offerId: string,
  ): Promise<{ offer: Offer; keep?: KeepPrice | undefined } | undefined>;
  /** How to say what a machine's own things cost this buyer; asked while their price is still being read. */
  lower?(tx: Tx, buyer: Buyer): Promise<LowerPrice>;
  /** Why an order cost what it cost, however long ago; undefined: not one of its orders. */
  explain?(
    reader: Reader,
    order: { tenantId: string; id: string },
    say: Say,
  ): Promise<{ version: number | null; lines: PriceReason[] } | undefined>;
}

export interface OrderListener {
  /** a part was delivered before, and now more: take the locks that `settled` needs, before any account is touched */
  settlingAgain?(tx: Tx, order: OrderView): Promise<void>;
  /** fulfilled or partly fulfilled: money became available */
  settled?(tx: Tx, order: OrderView): Promise<void>;
  /**
   * Before the merchant's legs move, when a part of what was earned goes back: give the merchant's `available` what
   * you took of it. `keptAfterFen` is what the merchant keeps of the delivered amount.
   */
  refunding?(
    tx: Tx,
    order: OrderView,
    refund: { id: string; amountFen: number; keptAfterFen: number },
  ): Promise<void>;
  /** Takes the locks that `refunding` needs and names the accounts it will move, before any account is touched. */
  refundAccounts?(tx: Tx, order: OrderView): Promise<readonly AccountName[]>;
  /** Asked before the refund, for the person who decides about it: what else goes back with the money. Changes nothing. */
  refundBesides?(
    reader: Reader,
    order: OrderView,
    refund: { amount: number; keptAfter: number },
    say: Say,
  ): Promise<RefundBesides | undefined>;
  /** the platform would not return it: the merchant has it again, and owes what was given back in `refunding` */
  refundFailed?(
    tx: Tx,
    order: OrderView,
    refund: { id: string; amountFen: number; keptAfterFen: number },
  ): Promise<void>;
  /** somebody gave the customer cash for what was paid over a platform: it left their hands */
  refundedInCash?(
    tx: Tx,
    order: OrderView,
    refund: { id: string; amountFen: number; user: { id: string; name: string } },
  ): Promise<void>;
  /** never paid and closed, or all of it went back */
  givenUp?(tx: Tx, order: OrderView): Promise<void>;
  /** whether WeChat shall keep the money of a new payment apart for sharing */
  wantsProfitSharing?(
    reader: Reader,
    order: { tenantId: string; siteId: string | null; payWay: PayWay },
  ): Promise<boolean>;
}

/** What a refund of so much would bring with it, in the caller's language; amounts are in the order's unit. */
export interface RefundBesides {
  tells: readonly string[];
  /** why not so much: the key that the refund itself would be refused with, and what to do instead */
  refusal?: { key: string; text: string } | undefined;
}

/** What somebody wants to buy, priced: `createOrder` writes it. */
export interface NewOrder {
  tenantId: string;
  kind: OrderKind;
  siteId: string | null;
  device?: DeviceView | undefined;
  playerId?: string | undefined;
  /** who sells at the counter, or who tops up */
  user?: { id: string; name: string } | undefined;
  /** the wallet of the site where it is absent */
  walletId?: string | undefined;
  /** whether the player's balance at other sites may pay, where that was read with the wallet */
  sharesBalances?: boolean | undefined;
  payWay: PayWay;
  /** in coins or plays where they pay, else in fen */
  amount: number;
  items: OrderItem[];
  fulfilment: FulfilmentPlan;
  settlesTo: SettleTarget;
  /** pieces a machine is asked for */
  asked?: number | undefined;
  /** how the payer reaches the platform; needed for WeChat and Alipay */
  payer?: { scene: PayScene; payerId?: string | undefined; returnPage?: string | undefined } | undefined;
  /** said again with the same wish, it is the same order */
  request?: { id: string; wish: unknown } | undefined;
  /** writes down how the price came about */
  keepPrice?: KeepPrice | undefined;
}

/** Refuses an order before it is written, with an AppError; what it locks stays locked until the order is there. */
export type OrderCheck = (tx: Tx, services: Services, order: NewOrder) => Promise<void>;

/** Whose plays, and at which machine. */
export interface PassHolder {
  tenantId: string;
  siteId: string;
  playerId: string;
  deviceType: DeviceType | null;
  now: Date;
}

/**
 * Keeps plays that pay instead of money: those that staff gave, and those of cards. One play of an order is one of
 * them. They leave with the order's first transaction and come back in the one that refunds it.
 */
export interface PassKeeper {
  /** how many there are, and until when the next of them holds */
  left(reader: Reader, holder: PassHolder): Promise<{ left: number; until: Date | null }>;
  /** False: there are too few, and nothing was taken. Who asks for the same ones meanwhile waits. */
  take(tx: Tx, holder: PassHolder, order: { id: string; plays: number }): Promise<boolean>;
  /** Says how many came back: never more than were taken for the order. */
  giveBack(tx: Tx, order: { tenantId: string; id: string }, plays: number, now: Date): Promise<number>;
}
