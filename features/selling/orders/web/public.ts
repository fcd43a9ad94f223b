export { RefundBesides, RefundRefusal } from './refund-besides.tsx';
