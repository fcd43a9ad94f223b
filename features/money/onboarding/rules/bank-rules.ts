import type { Language } from '#kit/kernel/language.ts';
import { isLuhnNumber } from '../checks.ts';
import bankTable from '../data/banks.json' with { type: 'json' };
import branchTable from '../data/branches.json' with { type: 'json' };

/**
 * Facts: names of banks, the first digits of their cards and how long these are (where no length stands it differs), and
 * the branches that big banks have in every province. Incomplete by nature: people may type what is not listed.
 */
interface BankRow {
  code: string;
  zh: string;
  en: string;
  /** `<kind>` or `<kind>:<length>` → first digits */
  cards?: Record<string, string>;
}

export type CardKind = 'debit' | 'credit';

interface CardRange {
  bankCode: string;
  cardKind: CardKind;
  length: number | null;
}

// TypeScript reads each row of the file as a separate type, with what others have as `undefined`.
const banks = bankTable as unknown as readonly BankRow[];
const branches: Record<string, Record<string, string>> = branchTable;
const bankByCode = new Map(banks.map((bank) => [bank.code, bank]));

const ranges = new Map<string, CardRange>(
  banks.flatMap(({ code, cards = {} }) =>
    Object.entries(cards).flatMap(([form, prefixes]) => {
      const [kind, length] = form.split(':');
      const range = { bankCode: code, cardKind: kind as CardKind, length: length ? Number(length) : null };
      return prefixes.split(' ').map((prefix): [string, CardRange] => [prefix, range]);
    }),
  ),
);
const longestPrefix = Math.max(...[...ranges.keys()].map((prefix) => prefix.length));

export const isBank = (code: string): boolean => bankByCode.has(code);

/** Its code, or the bank that is called so in either language. */
export const bankCodeOf = (text: string): string | undefined =>
  isBank(text) ? text : banks.find(({ zh, en }) => zh === text || en === text)?.code;

export function bankName(code: string, language: Language): string {
  const bank = bankByCode.get(code);
  return bank ? (language === 'zh-cn' ? bank.zh : bank.en) : code;
}

export function findBanks(language: Language, keyword = ''): { bankCode: string; bankName: string }[] {
  const wanted = keyword.toLowerCase();
  return banks
    .filter(({ code, zh, en }) => `${code} ${zh} ${en}`.toLowerCase().includes(wanted))
    .map(({ code }) => ({ bankCode: code, bankName: bankName(code, language) }));
}

/** The longest known beginning decides. */
export function cardRange(digits: string): CardRange | undefined {
  for (let length = Math.min(longestPrefix, digits.length); length > 0; length -= 1) {
    const found = ranges.get(digits.slice(0, length));
    if (found) return found;
  }
  return undefined;
}

const shortestCard = 13;
const longestCard = 19;

/** undefined: too few digits to tell */
export function isValidCard(digits: string): boolean | undefined {
  if (digits.length < shortestCard) return undefined;
  const length = cardRange(digits)?.length;
  return digits.length <= longestCard && (!length || digits.length === length) && isLuhnNumber(digits);
}

/** In a region or, where it has none, in the one around it. */
export function findBranches(
  bankCode: string,
  regionCode: string | undefined,
): { branchName: string; regionCode: string }[] {
  const known = Object.entries(Object.hasOwn(branches, bankCode) ? (branches[bankCode] ?? {}) : {});
  const province = regionCode?.slice(0, 2);
  const city = regionCode?.slice(0, 4);
  return known
    .filter(([code]) => !province || code.startsWith(province))
    .sort(([one], [two]) => Number(two.slice(0, 4) === city) - Number(one.slice(0, 4) === city))
    .map(([code, branchName]) => ({ branchName, regionCode: code }));
}
