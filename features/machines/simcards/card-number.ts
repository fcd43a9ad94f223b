/** Luhn: from the right, every second digit doubled, the sum of digits a multiple of ten. */
function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

/** ITU-T E.118: 19 or 20 digits that start with 89, the last one a check digit. */
export const isIccid = (number: string) => /^89\d{17,18}$/.test(number) && luhnSum(number) % 10 === 0;

/** The number with the digit that makes it pass. */
export const withCheckDigit = (body: string) => `${body}${(10 - (luhnSum(`${body}0`) % 10)) % 10}`;

/** Readers print the number of a chip card in decimal or in hex. */
export const isIcNumber = (number: string) => /^[0-9A-F]{4,32}$/.test(number);

/** As people copy it: spaces and dashes inside, small letters. */
export const tidyNumber = (number: string) => number.replace(/[\s-]/g, '').toUpperCase();
