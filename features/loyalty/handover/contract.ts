import { ownCalls } from './contract/own.ts';
import { staffCalls } from './contract/staff.ts';

export { handoverChanged, ownHandoverChanged } from './contract/events.ts';
export {
  type ChosenWay,
  chosenWay,
  type GoodsPayWay,
  goodsPayWay,
  goodsPayWays,
  type HandoverState,
  handoverState,
  mostPieces,
} from './contract/kinds.ts';
export { ownFields } from './contract/own.ts';
export { base as handoverBase, type HandoverRecord } from './contract/staff.ts';

export const handoverContract = { ...staffCalls, ...ownCalls };
