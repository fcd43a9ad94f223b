import { listContract } from './contract/lists.ts';
import { ownContract } from './contract/own.ts';
import { payContract } from './contract/pay.ts';
import { refundContract } from './contract/refunds.ts';

export type {
  FaultCode,
  FaultState,
  OrderItem,
  OrderKind,
  OrderRecord,
  OrderState,
  OrderUnit,
  PayWay,
  RefundState,
  SettleTarget,
} from './contract/kinds.ts';
export {
  faultCodes,
  faultStates,
  orderKinds,
  orderStates,
  orderUnits,
  payWays,
} from './contract/kinds.ts';

export type { HelpWish, MovementKind, OwnOrder, OwnPart } from './contract/own.ts';
export { helpWishes, movementKinds, ownParts } from './contract/own.ts';
export { prepared as preparedOrder } from './contract/pay.ts';

export const ordersContract = { ...payContract, ...listContract, ...refundContract, ...ownContract };
