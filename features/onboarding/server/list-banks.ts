import { regionTree } from '#kit/kernel/regions.ts';
import type { Handler } from '#kit/server/context.ts';
import { pageOfArray } from '#kit/server/paging.ts';
import type { onboardingContract } from '../contract.ts';
import { bankName, cardRange, findBanks, findBranches, isValidCard } from './banks.ts';

type Contract = typeof onboardingContract;

export const listBanks: Handler<Contract['listBanks']> = async ({ language }, input) =>
  pageOfArray(input, findBanks(language, input.keyword));

export const listBankAreas: Handler<Contract['listBankAreas']> = async ({ language }, { pcode }) => {
  const provinces = regionTree(language);
  const below =
    pcode === undefined
      ? provinces
      : provinces
          .flatMap((province) => [province, ...(province.children ?? [])])
          .find(({ code }) => code === pcode)?.children;
  return (below ?? []).map(({ code, name, children }) => ({
    code,
    name,
    hasChildren: (children?.length ?? 0) > 0,
  }));
};

export const listBranches: Handler<Contract['listBranches']> = async (_context, { bank, area }) =>
  findBranches(bank, area);

export const readCardBank: Handler<Contract['readCardBank']> = async ({ language }, { cardNumber }) => {
  const range = cardRange(cardNumber);
  return {
    bank: range ? { bankCode: range.bankCode, bankName: bankName(range.bankCode, language) } : null,
    cardKind: range?.cardKind ?? null,
    length: range?.length ?? null,
    valid: isValidCard(cardNumber) ?? null,
  };
};
