import { maxPieces } from '../contract/levels.ts';

/** What lies in a store of one variant. */
export interface Level {
  onHand: number;
  /** kept for somebody; never more than there are */
  reserved: number;
  /** what all pieces cost together */
  valueFen: number;
}

/** What a line of a document does to a level. */
export type Move =
  /** pieces that come at their own price */
  | { how: 'in'; pieces: number; unitCostFen: number }
  /** pieces that come at what those there cost on average; where there are none, at the last known cost */
  | { how: 'found'; pieces: number; lastCostFen: number }
  /** pieces that go at average cost, of those that are free or of those that are kept for somebody */
  | { how: 'out'; pieces: number; of: 'free' | 'reserved' }
  /** what was counted; the difference comes like `found` or goes like `out` */
  | { how: 'counted'; counted: number; lastCostFen: number }
  /** pieces with exactly this cost: the other half of a transfer, or a document taken back */
  | { how: 'exact'; pieces: number; costFen: number };

export interface Moved {
  /** what the line changes on hand and of the value */
  pieces: number;
  costFen: number;
  after: Level;
}

/** There are not so many: how many could go. */
export class ShortOf extends Error {
  readonly free: number;
  constructor(free: number) {
    super(`only ${free} are free`);
    this.free = free;
  }
}
/** More than a store can have. */
export class TooMany extends Error {}

/** `part` of `whole` pieces of this value, rounded half up to whole fen. In whole numbers: the product leaves doubles behind. */
function shareOf(valueFen: number, part: number, whole: number): number {
  const twice = 2n * BigInt(valueFen) * BigInt(part) + BigInt(whole);
  return Number(twice / (2n * BigInt(whole)));
}

/** To look at, rounded half up; what goes out is worked out from the value of all pieces, so nothing is lost by it. */
export const averageOf = ({ onHand, valueFen }: Pick<Level, 'onHand' | 'valueFen'>): number | null =>
  onHand === 0 ? null : shareOf(valueFen, 1, onHand);

/**
 * What pieces cost that leave: their share of the value, rounded half up to whole fen. The last ones take what is left,
 * so that an empty shelf is worth nothing and no fen appears or is lost.
 */
export const costOut = ({ onHand, valueFen }: Level, pieces: number): number =>
  pieces === onHand ? valueFen : shareOf(valueFen, pieces, onHand);

const costFound = ({ onHand, valueFen }: Level, pieces: number, lastCostFen: number): number =>
  onHand === 0 ? pieces * lastCostFen : shareOf(valueFen, pieces, onHand);

function comes(level: Level, pieces: number, costFen: number): Moved {
  const onHand = level.onHand + pieces;
  if (onHand > maxPieces) throw new TooMany();
  return { pieces, costFen, after: { ...level, onHand, valueFen: level.valueFen + costFen } };
}

function goes(level: Level, pieces: number, costFen: number, of: 'free' | 'reserved'): Moved {
  const able = of === 'free' ? level.onHand - level.reserved : level.reserved;
  if (pieces > able) throw new ShortOf(able);
  const after = {
    onHand: level.onHand - pieces,
    reserved: of === 'reserved' ? level.reserved - pieces : level.reserved,
    valueFen: level.valueFen - costFen,
  };
  return { pieces: 0 - pieces, costFen: 0 - costFen, after };
}

/**
 * A document that is taken back takes what it brought, at the same cost as far as the value reaches: meanwhile others may
 * have left at an average that it had a part in. All pieces take all value.
 */
const costBack = (level: Level, pieces: number, costFen: number) =>
  pieces === level.onHand ? level.valueFen : Math.min(costFen, level.valueFen);

function counted(level: Level, move: Extract<Move, { how: 'counted' }>): Moved {
  const difference = move.counted - level.onHand;
  if (difference === 0) return { pieces: 0, costFen: 0, after: level };
  return difference > 0
    ? comes(level, difference, costFound(level, difference, move.lastCostFen))
    : applyMove(level, { how: 'out', pieces: 0 - difference, of: 'free' });
}

/** The level after a line, and what the line says; throws where it can not be so, and nothing is changed. */
export function applyMove(level: Level, move: Move): Moved {
  switch (move.how) {
    case 'in':
      return comes(level, move.pieces, move.pieces * move.unitCostFen);
    case 'found':
      return comes(level, move.pieces, costFound(level, move.pieces, move.lastCostFen));
    case 'out': {
      if (move.pieces > level.onHand) throw new ShortOf(level.onHand - level.reserved);
      return goes(level, move.pieces, costOut(level, move.pieces), move.of);
    }
    case 'counted':
      return counted(level, move);
    case 'exact': {
      if (move.pieces > 0) return comes(level, move.pieces, move.costFen);
      const pieces = 0 - move.pieces;
      return goes(level, pieces, costBack(level, pieces, 0 - move.costFen), 'free');
    }
  }
}
