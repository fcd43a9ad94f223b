/** Codes that people show, scan and type. Without what they mistake for each other: 0 and O, 1, I and L. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const codeLength = 12;

/** Signs of the alphabet from bytes that nobody can foresee; 32 of them leave no sign likelier than another. */
export function codeFrom(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  let rest = BigInt(`0x${hex}`);
  const base = BigInt(codeAlphabet.length);
  let code = '';
  while (code.length < codeLength) {
    code += codeAlphabet[Number(rest % base)];
    rest /= base;
  }
  return code;
}

/** What somebody typed, as it was made: large, and not in groups. */
export const plainCode = (typed: string): string => typed.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
export const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Whether it can be such a code at all. */
export const isCode = (text: string): boolean =>
  text.length === codeLength && [...text].every((one) => codeAlphabet.includes(one));
