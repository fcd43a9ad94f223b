/**
 * What a group-buy platform does for us, said once for Douyin and Meituan (providers/douyin, providers/meituan). A
 * merchant sells deals there; the buyer brings a code; we verify it and the platform pays the merchant later.
 *
 * Clients never guess. A lost answer is `unknown`: then the thing may have happened, and has to be asked for.
 */
export type DealPlatformName = 'douyin' | 'meituan';
export const dealPlatformNames: readonly DealPlatformName[] = ['douyin', 'meituan'];

/** Why a platform says no, as far as somebody acts on it. `code` and `text` are the platform's own. */
export type DealRefusalReason =
  /** no such code */
  | 'codeUnknown'
  /** verified already, or no uses left */
  | 'codeUsed'
  | 'codeRefunded'
  /** the days in which it can be used are over, or have not begun */
  | 'codeExpired'
  /** the deal is not sold for this store */
  | 'otherStore'
  /** what `prepare` gave is over or was used: prepare again */
  | 'prepareAgain'
  /** the time in which a verification can be cancelled is over */
  | 'tooLate'
  /** the verification was cancelled before */
  | 'cancelledBefore'
  /** the merchant took the authorisation back, or it ended */
  | 'notAuthorised'
  /** a scanned link that is not one of the platform's own, or leads nowhere */
  | 'link'
  | 'other';

export interface DealRefusal {
  reason: DealRefusalReason;
  code: string;
  text: string;
}

/**
 * done; refused: a definite no, nothing happened; unknown: no answer, or one of an outage: it may have happened;
 * limited: the platform did not look at it, ask again later.
 */
export type DealOutcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; refusal: DealRefusal }
  | { kind: 'unknown'; because: string }
  | { kind: 'limited'; retryAfterMs: number };

/**
 * account: the merchant's account at the platform; store: one store.
 * Douyin: an account authorises once, and reaches all its stores. Meituan: the account (客户, businessId 59) lists stores
 * and nothing else; each store (门店, businessId 58) is authorised for itself.
 */
export type DealReach = 'account' | 'store';

/** What a merchant's authorisation gave. The tokens are secrets: they are stored sealed, and never shown. */
export interface DealAccess {
  reach: DealReach;
  /** Douyin: account_id; Meituan: opBizCode, of a store the id that `listStores` tells as `storeId` */
  accountId: string;
  /** as the platform names it; Meituan tells it with the token */
  name?: string;
  /** Meituan alone; Douyin knows us by the token of our own app, which the client keeps itself */
  accessToken?: string;
  refreshToken?: string;
  /** the access token works until then: Meituan 30 days. Absent: until the merchant takes it back. */
  expiresAt?: Date;
  /** until then it can be refreshed: Meituan 35 days; afterwards the merchant has to authorise again */
  refreshUntil?: Date;
}

/** Most calls are about a store. `access` is the one that reaches it: see `reaches` of the platform. */
export interface AtStore {
  access: DealAccess;
  storeId: string;
}

export interface Page<T> {
  rows: T[];
  /** for the next page; absent: this was the last */
  next?: string;
}
export interface PageRequest {
  cursor?: string;
}

export interface DealStore {
  storeId: string;
  name: string;
  address: string;
  cityName?: string;
  latitude?: number;
  longitude?: number;
}

export interface Deal {
  /** what a mapping names: Douyin sku_id, Meituan dealId */
  dealId: string;
  /** Douyin product_id, Meituan dealGroupId: several deals may belong to one offer */
  groupId?: string;
  title: string;
  priceFen: number;
  originalFen: number;
  onSale: boolean;
}

/** Something that can be verified. A code with several uses (次卡, or several pieces of one order) counts down. */
export interface PreparedCode {
  /** what `verify` is told; the platform's own name of the code, fit to be stored: Douyin encrypted_code, Meituan receiptCode */
  ref: string;
  /** Douyin certificate_id: its notices and records name it; Meituan: the receipt code */
  certificateId: string;
  dealId: string;
  title: string;
  /** what the buyer paid, of one use */
  paidFen: number;
  originalFen: number;
  /** from when it can be used, of most deals the moment it was bought; absent: the platform does not tell */
  validFrom?: Date;
  expiresAt: Date;
  usesTotal: number;
  usesLeft: number;
}

export interface Prepared {
  orderId: string;
  /** Douyin tells all usable codes of the order, Meituan the one that was asked for */
  codes: PreparedCode[];
  /**
   * Opaque, needed by `verify` and `verificationOf`. Good for one verification, of one of the codes: prepare again for
   * the next. Not a secret of the platform's account, but who has it and our token can verify.
   */
  prepared: string;
}

export interface PrepareRequest extends AtStore {
  /** what was typed or scanned: a code, or the short link of a Douyin QR */
  said: string;
}

export interface VerifyRequest extends AtStore {
  prepared: string;
  ref: string;
  /** 1 to `maxUses` of the platform */
  uses: number;
  /** ours, one for each verification: said again it is the same verification. At most 32 letters and digits. */
  requestId: string;
  /** who verifies; told to Meituan alone, which shows it to the merchant */
  operatorName: string;
  /**
   * When this verification was sent for the first time; absent: now. With it, "used already" of the platform is looked
   * into: a use after that moment is this very verification, whose answer was lost.
   */
  firstSentAt?: Date;
}

export interface VerifiedUse {
  /** Douyin verify_id ("0" for a times card), Meituan the record's flowId, or '' where only the record of the day tells it */
  verifyId: string;
  certificateId: string;
  /** opaque, for `cancel` */
  cancelKey: string;
  /** what the platform told of the money with its answer (Meituan); Douyin tells it by `settlement` an hour later */
  settlement?: DealSettlement;
}

export interface Verified {
  uses: VerifiedUse[];
  verifiedAt: Date;
}

export interface CancelRequest extends AtStore {
  cancelKey: string;
  requestId: string;
  operatorName: string;
}

/** refunding: the buyer asked for the money and the platform has not decided */
export type CodeStanding = 'unused' | 'used' | 'refunding' | 'refunded';

/** What the platform says of a code now. */
export interface CodeState {
  standing: CodeStanding;
  /** the last verification that holds; absent: none, or the platform does not tell */
  verification?: { verifyId?: string; certificateId: string; verifiedAt: Date; cancellable?: boolean };
}

/** One line of what the platform has in its books for a day: every use that was verified, by us or by others. */
export interface DealRecord {
  /** unique for the platform: verifyId and certificateId of Douyin, flowId of Meituan */
  recordId: string;
  verifyId: string;
  certificateId: string;
  storeId?: string;
  dealId: string;
  title: string;
  paidFen: number;
  originalFen: number;
  verifiedAt: Date;
  /** refunded: the platform gave the buyer the money back after the verification */
  state: 'verified' | 'cancelled' | 'refunded';
  cancelledAt?: Date;
  /** the request id of our `verify`, where the platform keeps it (Meituan): who verified by another till has another */
  requestId?: string;
}

export interface RecordsRequest extends AtStore, PageRequest {
  /** yyyy-mm-dd, China's */
  day: string;
}

/** What the merchant gets for one use. Whole fen; costs are positive. */
export interface DealSettlement {
  certificateId: string;
  verifyId?: string;
  /** what the buyer paid */
  paidFen: number;
  platformSubsidyFen: number;
  merchantSubsidyFen: number;
  /** commission and fees of the platform; undefined: it does not tell (Meituan) */
  feesFen?: number;
  /** what the merchant is to get; Meituan: before its commission */
  settledFen: number;
  /** void: the verification was cancelled, or the buyer has the money back */
  state: 'expected' | 'settled' | 'failed' | 'void';
}

export interface DealNoticeRequest {
  headers: Record<string, string | string[] | undefined>;
  /** as it came, byte by byte */
  body: string;
}

/** A webhook whose signature was found true. `id` is the same when it is sent again. */
export type DealNotice =
  /** the platform tries whether the address is ours: `answer` is to be sent back as JSON */
  | { kind: 'challenge'; answer: { challenge: unknown } }
  /** a merchant authorised us; `state` is what `authorisationUrl` was given */
  | { kind: 'authorised'; id: string; access: DealAccess; state: string; storeId?: string }
  | {
      kind: 'verified' | 'cancelled' | 'refunded';
      id: string;
      accountId: string;
      orderId: string;
      certificateId: string;
      at: Date;
    }
  /** of a kind that means nothing here: say that it arrived, and nothing more */
  | { kind: 'other'; id: string; event: string };

export type DealNoticeRefusal = 'malformed' | 'signature' | 'app';

export class DealNoticeRefused extends Error {
  readonly refusal: DealNoticeRefusal;

  constructor(refusal: DealNoticeRefusal) {
    super(`notice refused: ${refusal}`);
    this.name = 'DealNoticeRefused';
    this.refusal = refusal;
  }
}

export interface AuthorisationRequest {
  /** comes back with the authorisation; at most 200 letters, digits, `.`, `-`, `_`; ours to make unforgeable */
  state: string;
  reach: DealReach;
}

export interface DealPlatform {
  readonly name: DealPlatformName;
  /** which access the calls need */
  readonly reaches: {
    /** `listStores` */
    readonly stores: DealReach;
    /** everything about one store */
    readonly codes: DealReach;
  };
  /** most uses of one code in one `verify`: Douyin 1, Meituan 100 */
  readonly maxUses: number;
  /** known and published: Douyin an hour; undefined: ask and show what the platform says */
  readonly cancelWindowMs: number | undefined;
  /**
   * How long after the last `verify` a "not verified" of `verificationOf` is final. Before that the platform may still be
   * at work on what was sent.
   */
  readonly settlesWithinMs: number;

  /** The platform's page, to be opened in the whole window: it refuses to stand in a frame. */
  authorisationUrl(request: AuthorisationRequest): string;
  /**
   * Meituan sends the browser to the address that is registered with it (`dealPaths.meituanReturn`), with `code` and
   * `state`. Douyin sends nobody back: its authorisation arrives as a notice.
   */
  readReturn?(query: Record<string, string | undefined>): { state: string; code: string } | undefined;
  /** The code lives ten minutes and works once. */
  exchange?(request: { code: string; reach: DealReach }): Promise<DealOutcome<DealAccess>>;
  /** A new access token; the old one ends. One process at a time, under the lock of the stored row. */
  refresh?(access: DealAccess): Promise<DealOutcome<DealAccess>>;

  listStores(request: { access: DealAccess } & PageRequest): Promise<DealOutcome<Page<DealStore>>>;
  listDeals(request: AtStore & PageRequest): Promise<DealOutcome<Page<Deal>>>;

  /** Changes nothing at the platform. A scanned link is followed to the platform's own hosts alone. */
  prepare(request: PrepareRequest): Promise<DealOutcome<Prepared>>;
  /** Said again with the same request id and the same `prepared` it is the same verification. */
  verify(request: VerifyRequest): Promise<DealOutcome<Verified>>;
  /** Asks what became of a verification, and never verifies. `undefined`: it was not done (see `settlesWithinMs`). */
  verificationOf(
    request: VerifyRequest & { firstSentAt: Date },
  ): Promise<DealOutcome<{ verified: Verified | undefined }>>;
  /**
   * Takes one use back. "Cancelled before" is a refusal of that reason: after a lost answer it means that it is done.
   * Said again it is never more than one cancelling.
   */
  cancel(request: CancelRequest): Promise<DealOutcome<{ cancelledAt: Date }>>;
  codeState(request: AtStore & { ref: string }): Promise<DealOutcome<CodeState>>;

  /** The truth of a day, from the same day on. What was cancelled or refunded stays in it, with that state. */
  records(request: RecordsRequest): Promise<DealOutcome<Page<DealRecord>>>;
  /**
   * Douyin, from an hour after the verification, at most 50 certificates at once; what is not settled yet is missing in
   * the answer. Meituan has no such call: it tells the money with `verify` (`VerifiedUse.settlement`).
   */
  settlement?(request: AtStore & { certificateIds: string[] }): Promise<DealOutcome<DealSettlement[]>>;

  /** Verifies and reads a webhook; throws `DealNoticeRefused`. Meituan has none. */
  readNotice?(request: DealNoticeRequest): DealNotice;
}

/**
 * Where the feature hears the platforms; registered with them by the operator. The simulators of a demo call the same
 * addresses.
 */
export const dealPaths = {
  /** GET, in the merchant's browser */
  meituanReturn: '/api/blade-groupBuy/meituan/return',
  /** POST, by Douyin's servers; answered after commit */
  douyinNotice: '/api/blade-groupBuy/douyin/notice',
} as const;

/** Where a demo shows the platforms' own authorisation pages under our address (as `demoMounts` of payments). */
export const dealDemoMounts = { douyin: '/demo/deals/douyin', meituan: '/demo/deals/meituan' } as const;

export const done = <T>(value: T): DealOutcome<T> => ({ kind: 'done', value });
export const refused = (
  reason: DealRefusalReason,
  code: string | number,
  text: string,
): DealOutcome<never> => ({
  kind: 'refused',
  refusal: { reason, code: String(code), text },
});
export const unknown = (because: string): DealOutcome<never> => ({ kind: 'unknown', because });
export const limited = (retryAfterMs: number): DealOutcome<never> => ({ kind: 'limited', retryAfterMs });
