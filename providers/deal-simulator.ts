import type { DealPlatformName } from './deal-platform.ts';
import type { PageReply, PageRequest } from './simulator-pages.ts';

export interface SimulatedStore {
  storeId: string;
  name: string;
  address: string;
  cityName: string;
  latitude: number;
  longitude: number;
}

export interface SimulatedDeal {
  dealId: string;
  groupId: string;
  title: string;
  priceFen: number;
  originalFen: number;
  onSale: boolean;
  /** how often one code can be used; more than 1 is a times card */
  uses: number;
  /** stores that it is sold for; empty: all of the merchant */
  storeIds: string[];
}

/** A code in the hands of a buyer. */
export interface SimulatedCode {
  /** what is typed */
  code: string;
  /** what the QR holds: Douyin a short link, Meituan the code */
  qr: string;
  orderId: string;
  certificateId: string;
  dealId: string;
  accountId: string;
  usesTotal: number;
  usesLeft: number;
  refunded: boolean;
  expiresAt: Date;
}

/** One use as the platform has it in its books. */
export interface SimulatedUse {
  /** as the client tells it in `DealRecord.recordId` */
  recordId: string;
  verifyId: string;
  certificateId: string;
  code: string;
  dealId: string;
  storeId: string;
  accountId: string;
  paidFen: number;
  verifiedAt: Date;
  /** Meituan: what the till said */
  requestId?: string;
  state: 'verified' | 'cancelled' | 'refunded';
  cancelledAt?: Date;
}

/** What goes wrong from now on. A path is matched by its end: `/verify/`, `/consume`. */
export interface DealTrouble {
  /** answers take so long */
  delayMs?: number;
  /** share of calls that are carried out and whose answer is dropped */
  lostShare?: number;
  /** share of calls that are dropped before they are carried out */
  droppedShare?: number;
  /** share of calls that are carried out twice, as a network in between may do */
  repeatShare?: number;
  /** drawn from; left out: Math.random */
  random?: () => number;
  /** no call gets an answer, none is carried out */
  outage?: boolean;
  only?: (path: string) => boolean;
  /** of the webhooks, which get lost and come twice */
  noticeLostShare?: number;
  noticeRepeatShare?: number;
}

export interface DealSimulatorControl {
  stores(): readonly SimulatedStore[];
  deals(): readonly SimulatedDeal[];
  addDeal(
    deal: Omit<SimulatedDeal, 'dealId' | 'groupId' | 'onSale' | 'uses' | 'storeIds'> &
      Partial<Pick<SimulatedDeal, 'onSale' | 'uses' | 'storeIds'>>,
  ): SimulatedDeal;
  setOnSale(dealId: string, onSale: boolean): void;
  /** A buyer pays; several pieces are one order. */
  sell(dealId: string, pieces?: number): SimulatedCode[];
  /** The buyer gets the money back, also after a verification; Douyin sends its notice. Said again it changes nothing. */
  refund(code: string): Promise<void>;
  /** A use of before the demo began, of an order that was sold for it. */
  usedBefore(use: { dealId: string; storeId: string; at: Date; requestId?: string }): SimulatedUse;
  /** The merchant verifies a use by the platform's own app, or another till. */
  useElsewhere(code: string, storeId?: string): SimulatedUse;

  /** what there is, for tests that judge us by it */
  codes(): readonly SimulatedCode[];
  uses(): readonly SimulatedUse[];
  /** how often each path was called */
  calls(): Record<string, number>;

  trouble(trouble: DealTrouble): void;
  /** the next call to this path is refused with the platform's own code */
  refuseNext(path: string, code: string, text: string): void;
  /** so many calls in a second, then "too often" */
  limitPerSecond(calls: number | undefined): void;
  /** The merchant takes the authorisation back; Meituan: the tokens end. */
  endAuthorisation(accountId?: string): void;
}

/** Both simulators, whatever they speak on the wire. */
export interface DealSimulator {
  readonly name: DealPlatformName;
  /** the merchant's account that authorises in the demo */
  readonly accountId: string;
  url: string;
  control: DealSimulatorControl;
  /** the platform's authorisation page, to be shown under our address too; undefined where no page stands */
  page(request: PageRequest): Promise<PageReply | undefined>;
  stop(): Promise<void>;
}
