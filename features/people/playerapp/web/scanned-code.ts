import { isMemberCode } from '../contract.ts';

/** The code of a member, as /program/membershipCode shows it. */
const scannedCode: PageSlots['scannedCodes'] = {
  isOne: isMemberCode,
  addressOf: (code) => `/scanned_member?${new URLSearchParams({ code: code.trim() })}`,
};

export default scannedCode;
