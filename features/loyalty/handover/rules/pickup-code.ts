import { codeLength, isCode, plainCode } from '#kit/kernel/typed-code.ts';

/** By which a scanner at the counter tells it from other codes. */
const sign = 'CYP';

/** What the picture on the phone holds. */
export const scannedForm = (code: string): string => sign + code;

/** The code itself, whichever way it was typed or scanned; undefined: it is none. */
export function pickupCodeIn(typed: string): string | undefined {
  const signs = plainCode(typed);
  const code =
    signs.length === sign.length + codeLength && signs.startsWith(sign) ? signs.slice(sign.length) : signs;
  return isCode(code) ? code : undefined;
}
