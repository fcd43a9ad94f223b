import { and, asc, count, desc, eq, like, max, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Branch } from '../rules/branch-table.ts';
import { bankBranches } from '../tables.ts';

const perStatement = 1000;
/** what a list to choose from can show */
const mostShown = 500;

/** The whole table again: what the operator's table does not have any more is gone. */
export async function replaceBranches(tx: Tx, branches: readonly Branch[], now: Date): Promise<void> {
  await tx.delete(bankBranches);
  for (let from = 0; from < branches.length; from += perStatement)
    await tx
      .insert(bankBranches)
      .values(branches.slice(from, from + perStatement).map((branch) => ({ ...branch, importedAt: now })));
}

/** Of a bank in the province of a region, those of the same city first. */
export async function selectBranches(
  reader: Reader,
  bankCode: string,
  regionCode: string | undefined,
): Promise<{ branchName: string; regionCode: string }[]> {
  const city = `${regionCode?.slice(0, 4) ?? ''}%`;
  return reader
    .select({ branchName: bankBranches.branchName, regionCode: bankBranches.regionCode })
    .from(bankBranches)
    .where(
      and(
        eq(bankBranches.bankCode, bankCode),
        regionCode ? like(bankBranches.regionCode, `${regionCode.slice(0, 2)}%`) : undefined,
      ),
    )
    .orderBy(
      desc(sql`${bankBranches.regionCode} like ${city}`),
      asc(bankBranches.regionCode),
      asc(bankBranches.branchName),
    )
    .limit(mostShown);
}

export async function readImport(reader: Reader): Promise<{ branches: number; importedAt: Date | null }> {
  const [found] = await reader
    .select({ branches: count(), importedAt: max(bankBranches.importedAt) })
    .from(bankBranches);
  return { branches: found?.branches ?? 0, importedAt: found?.importedAt ?? null };
}
