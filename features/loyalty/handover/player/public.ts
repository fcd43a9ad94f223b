export { Chips } from './chips.tsx';
export { Claim, type OwnGoods, stateTones } from './claim.tsx';
export { GoodsLines } from './goods-lines.tsx';
export { GoodsTile } from './goods-tile.tsx';
export { PayChoice } from './pay-choice.tsx';
export { Receive } from './receive.tsx';
export { Shelf, ShelfGoods } from './shelf.tsx';
export { Stepper } from './stepper.tsx';
