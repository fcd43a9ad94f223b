import type { CoinBasis, PayoutBasis } from '../contract.ts';

/*
 * Payout ratio in money: what the prizes of a machine cost, of what people spent there. Most coins are bought elsewhere (at
 * an exchange machine, the counter, in the app), so they count at what a coin costs at that site.
 */

/** What the figures say of a machine, or of some, at one site. */
export interface SpentThere {
  /** fen of orders less refunds, and cash inside */
  incomeFen: number;
  /** of it: coins sold there that went into an account; they count where they are spent */
  coinSalesFen: number;
  /** thrown in by hand */
  handCoins: number;
  /** worth of those by the settings of the machine; 0 where they do not say */
  faceFen: number;
  /** out of players' accounts */
  paidCoins: number;
}

/** Coins that a site sold, with those on top, and what people paid for all of them. */
export interface CoinSales {
  coins: number;
  fen: number;
}

export interface Takings {
  /** paid in money for plays */
  incomeFen: number;
  coins: number;
  /** null: unknown */
  coinsFen: number | null;
  basis: CoinBasis;
}

export const noTakings: Takings = { incomeFen: 0, coins: 0, coinsFen: 0, basis: 'money' };

/** What was spent at one site, with coins at what they cost there. */
export function takingsAt(spent: SpentThere, sold: CoinSales | undefined): Takings {
  const incomeFen = spent.incomeFen - spent.coinSalesFen;
  const coins = spent.handCoins + spent.paidCoins;
  if (spent.handCoins === 0 && spent.paidCoins === 0) return { ...noTakings, incomeFen };
  if (sold && sold.coins > 0 && sold.fen > 0)
    return { incomeFen, coins, coinsFen: Math.round((coins * sold.fen) / sold.coins), basis: 'sold' };
  if (spent.paidCoins === 0 && spent.faceFen > 0)
    return { incomeFen, coins, coinsFen: spent.faceFen, basis: 'set' };
  return { incomeFen, coins, coinsFen: null, basis: 'unknown' };
}

function bothBases(one: CoinBasis, other: CoinBasis): CoinBasis {
  if (one === other || other === 'money') return one;
  if (one === 'money') return other;
  return one === 'unknown' || other === 'unknown' ? 'unknown' : 'mixed';
}

/** Of several sites; what is unknown of one is unknown of all. */
export function addTakings(one: Takings, other: Takings): Takings {
  const isKnown = one.coinsFen !== null && other.coinsFen !== null;
  return {
    incomeFen: one.incomeFen + other.incomeFen,
    coins: one.coins + other.coins,
    coinsFen: isKnown ? (one.coinsFen ?? 0) + (other.coinsFen ?? 0) : null,
    basis: bothBases(one.basis, other.basis),
  };
}

export interface Payout {
  incomeFen: number | null;
  coins: number | null;
  /** of one coin on average, rounded for reading */
  coinFen: number | null;
  coinsFen: number | null;
  takenFen: number | null;
  /** hundredths of a percent */
  payoutRatio: number | null;
  payoutBasis: PayoutBasis;
}

const unseen: Payout = {
  incomeFen: null,
  coins: null,
  coinFen: null,
  coinsFen: null,
  takenFen: null,
  payoutRatio: null,
  payoutBasis: 'hidden',
};

/** `takings` is null for people who may not see income. */
export function payoutOf(
  { costFen, wins, out }: { costFen: number; wins: number; out: number },
  takings: Takings | null,
): Payout {
  if (!takings) return unseen;
  const { incomeFen, coins, coinsFen, basis } = takings;
  const takenFen = coinsFen === null ? null : incomeFen + coinsFen;
  const said = {
    incomeFen,
    coins,
    coinFen: coinsFen !== null && coins > 0 ? Math.round(coinsFen / coins) : null,
    coinsFen,
    takenFen,
    payoutRatio: null,
  };
  if (takenFen === null) return { ...said, payoutBasis: 'unknown' };
  if (takenFen <= 0) return { ...said, payoutBasis: 'nothing' };
  if (wins > 0 && out === 0) return { ...said, payoutBasis: 'noCost' };
  return { ...said, payoutRatio: Math.round((costFen / takenFen) * 10_000), payoutBasis: basis };
}
