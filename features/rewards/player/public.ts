export { ApplyVoucher } from './apply-voucher.tsx';
