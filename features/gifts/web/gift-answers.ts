import { giftsContract } from '../contract.ts';

/** Every answer that a change of gifts or of their stock makes untrue. */
export const giftAnswers = [
  giftsContract.listGifts,
  giftsContract.readGift,
  giftsContract.listTypes,
  giftsContract.listMovements,
  giftsContract.listPlacements,
  giftsContract.readPlacement,
];
