import type { ordersContract } from '#features/selling/orders/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';

export type OrderProgress = OutputOf<typeof ordersContract.readOrderState>;
