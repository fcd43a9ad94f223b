export { isMemberCode } from '../contract.ts';

export const scannedMemberAddress = (code: string): string =>
  `/scanned_member?${new URLSearchParams({ code: code.trim() })}`;
