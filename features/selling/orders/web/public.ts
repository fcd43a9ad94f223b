export { detailOf } from './order-columns.ts';
export { Amount, OrderStateBadge } from './order-parts.tsx';
export { RefundBesides, RefundRefusal } from './refund-besides.tsx';
export { refundForm } from './refund-form.tsx';
