/** Checks that need no server: pages say what is wrong while it is typed, the server says it again. */

/** ISO/IEC 7812: every second digit from the right doubled, the sum a multiple of ten. */
export function isLuhnNumber(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** UnionPay cards have 13 to 19 digits; single banks narrow it further (see data/banks.ts). */
export const isCardNumber = (digits: string): boolean => /^\d{13,19}$/.test(digits) && isLuhnNumber(digits);

/** Accounts of companies follow no common check digit. */
export const isCorporateAccount = (digits: string): boolean => /^\d{8,32}$/.test(digits);

/** GB 32100-2015: 17 characters weighted by powers of 3 modulo 31 give the 18th; I, O, S, V and Z do not occur. */
const creditCodeCharacters = '0123456789ABCDEFGHJKLMNPQRTUWXY';

export function isCreditCode(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code)) return false;
  let weight = 1;
  let sum = 0;
  for (const character of code.slice(0, -1)) {
    sum += creditCodeCharacters.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return creditCodeCharacters[(31 - (sum % 31)) % 31] === code.at(-1);
}
