import { listContract } from './contract/lists.ts';
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
export { faultCodes, faultStates, orderKinds, orderStates, orderUnits, payWays } from './contract/kinds.ts';

export const ordersContract = { ...payContract, ...listContract, ...refundContract };
