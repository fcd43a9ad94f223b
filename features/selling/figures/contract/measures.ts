/*
 * All that is added up, by name. A measure is a whole number: fen, pieces, plays. Who says it is the view of its owner
 * (`order_figure`, `cash_figure`, `counter_figure`, `gift_figure`, `point_figure`, `stock_figure`, `share_figure`, `rent_figure`, in their migrations).
 */

/** Ways of paying that are money and go by an order; a name of `features/selling/orders` each. */
export const figureWays = ['wechat', 'alipay', 'counter', 'balance', 'groupBuy'] as const;
export type FigureWay = (typeof figureWays)[number];

/** Where income comes from: those ways, and the cash inside machines (`rules/income-rules.ts`). */
export const incomeSources = [...figureWays, 'machines'] as const;
export type IncomeSource = (typeof incomeSources)[number];

/** Of each way: orders of which something was delivered (each once), and fen. Income is gross less refund. */
export const orderMeasures = ['orders', 'gross', 'refund', 'fee'] as const;
export type OrderMeasure = (typeof orderMeasures)[number];

export const machineMeasures = [
  /** fen: notes and cash inside machines */
  'cash',
  'plays',
  /** seconds that they may have taken, by the time of a play in the settings of the machine; at most 3600 in an hour */
  'playSeconds',
  /** of them: given for nothing */
  'freePlays',
  /** coins of any origin that machines were fed with; of type `deposit` what people brought back */
  'coinsIn',
  /** of them: thrown in by hand */
  'cashCoins',
  /** coins that exchange machines gave */
  'coinsOut',
  /** prizes that fell, by the machine's own count */
  'wins',
  'ticketsOut',
  /** goods that vending machines gave */
  'sold',
  /** pieces of gifts that were won, by the books of the machine's gifts */
  'prizes',
  /** fen: what they had cost */
  'giftCost',
  /** fen: what others have in what was earned, after later refunds */
  'shares',
  /** fen: what of it is paid */
  'sharesPaid',
  /** fen: rent of the site for the day, as far as the machine bears it */
  'rent',
  /** coins that orders took out of players' accounts, less what went back */
  'paidCoins',
  /** fen: what coins thrown in by hand were worth by the settings of the machine */
  'coinFace',
  /** coins that sales put into players' accounts, with those given on top */
  'coinsSold',
  /** fen: what was paid for them; it is part of `gross` too */
  'coinSales',
  /** fen: what of it went back; it is part of `refund` too */
  'coinBack',
] as const;
export type MachineMeasure = (typeof machineMeasures)[number];

/** Points and tickets of players, by what became of them; of no machine. */
const pointParts = ['Issued', 'Spent', 'Expired', 'Reversed', 'Adjusted'] as const;
export type PointMeasure = `${'points' | 'tickets'}${(typeof pointParts)[number]}`;
export const pointMeasures: readonly PointMeasure[] = (['points', 'tickets'] as const).flatMap((unit) =>
  pointParts.map((part): PointMeasure => `${unit}${part}`),
);

export const goodsMeasures = [
  /** fen: what goods of the points store had cost that were handed out, less what came back of them */
  'goodsCost',
  /** fen: what prizes are worth that members handed back */
  'goodsBack',
  /** fen: what goods cost that were received from suppliers */
  'goodsBought',
  /** fen: what counts found more than the books; less than nothing: missing */
  'goodsCounted',
  /** fen: what goods had cost that were written off */
  'goodsLost',
] as const;
export type GoodsMeasure = (typeof goodsMeasures)[number];

export type Measure = `${OrderMeasure}.${FigureWay}` | MachineMeasure | PointMeasure | GoodsMeasure;

export const orderMeasure = <M extends OrderMeasure, W extends FigureWay>(measure: M, way: W) =>
  `${measure}.${way}` as const;

export const measures: readonly Measure[] = [
  ...orderMeasures.flatMap((measure) => figureWays.map((way) => orderMeasure(measure, way))),
  ...machineMeasures,
  ...pointMeasures,
  ...goodsMeasures,
];

/** One of the order's measures in all ways of paying. */
export const allWays = (measure: OrderMeasure): Measure[] =>
  figureWays.map((way) => orderMeasure(measure, way));

/** Taken apart; undefined for what machines count. */
export function wayOf(measure: Measure): { measure: OrderMeasure; way: FigureWay } | undefined {
  const [name, way] = measure.split('.') as [OrderMeasure, FigureWay | undefined];
  return way && { measure: name, way };
}

const moneyMeasures: readonly Measure[] = [
  'cash',
  'giftCost',
  'shares',
  'sharesPaid',
  'rent',
  'coinFace',
  'coinSales',
  'coinBack',
  ...goodsMeasures,
];
/** Fen; everything else is pieces. */
export function isMoney(measure: Measure): boolean {
  const order = wayOf(measure);
  return order ? order.measure !== 'orders' : moneyMeasures.includes(measure);
}

/** What income is made of: orders in all ways of paying less their refunds, and cash inside machines. */
export const incomeMeasures: readonly Measure[] = [...allWays('gross'), ...allWays('refund'), 'cash'];
/** How money comes in: through a platform, as cash at the counter or inside a machine, out of members' balances, by group buys. */
export const incomeParts = ['online', 'cash', 'balance', 'groupBuy'] as const;
export type IncomePart = (typeof incomeParts)[number];
const partOfWay: Record<FigureWay, IncomePart> = {
  wechat: 'online',
  alipay: 'online',
  counter: 'cash',
  balance: 'balance',
  groupBuy: 'groupBuy',
};
export function incomePartOf(measure: Measure): IncomePart {
  const order = wayOf(measure);
  return order ? partOfWay[order.way] : 'cash';
}

/** What an amount of one of them adds to income. */
export const incomeOf = (measure: Measure, amount: number): number =>
  wayOf(measure)?.measure === 'refund' ? -amount : amount;
