import { regionTree } from '#kit/kernel/regions.ts';
import type { Handler, Handlers } from '#kit/server/context.ts';
import { pageOfShipped } from '#kit/server/page-rows.ts';
import type { onboardingContract } from '../contract.ts';
import { bankName, cardRange, findBanks, findBranches, isValidCard } from '../rules/bank-rules.ts';
import { readImport, selectBranches } from './branch-queries.ts';

type Contract = Pick<
  typeof onboardingContract,
  'listBanks' | 'listBankAreas' | 'listBranches' | 'readCardBank' | 'readBankOfBeginning' | 'readBranchImport'
>;

const readCardBank: Handler<typeof onboardingContract.readCardBank> = async (
  { language },
  { cardNumber },
) => {
  const range = cardRange(cardNumber);
  return {
    bank: range ? { bankCode: range.bankCode, bankName: bankName(range.bankCode, language) } : null,
    cardKind: range?.cardKind ?? null,
    length: range?.length ?? null,
    valid: isValidCard(cardNumber) ?? null,
  };
};

export const bankHandlers: Handlers<Contract> = {
  listBanks: async ({ language }, input) => pageOfShipped(input, findBanks(language, input.keyword)),

  async listBankAreas({ language }, { pcode }) {
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
  },

  async listBranches({ db }, { bank, area }) {
    const imported = await selectBranches(db.read, bank, area);
    return imported.length > 0 ? imported : findBranches(bank, area);
  },

  readBranchImport: ({ db }) => readImport(db.read),

  readCardBank,
  readBankOfBeginning: readCardBank,
};
