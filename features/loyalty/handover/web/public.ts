export { nameOf } from '../rules/handover-rules.ts';
export { openHandOut } from './hand-out.tsx';
export { ScanBox } from './scan-box.tsx';
