import type { ordersContract } from '#features/orders/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';

export type Standing = OutputOf<typeof ordersContract.readOrderState>;
