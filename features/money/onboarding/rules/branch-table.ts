import { isRegionCode } from '#kit/kernel/regions.ts';
import { bankCodeOf } from './bank-rules.ts';

export interface Branch {
  bankCode: string;
  regionCode: string;
  branchName: string;
}

/** What is wrong with a line, counted from 1. */
export interface BranchProblem {
  line: number;
  problem: 'columns' | 'bank' | 'region' | 'name';
}

/** Cells of a line; a comma, semicolon or tab parts them, and quotes hold them together. */
function cellsOf(line: string): string[] {
  const cells = line.match(/"(?:[^"]|"")*"|[^,;\t"]+|(?<=[,;\t]|^)(?=[,;\t]|$)/g) ?? [];
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim());
}

const longestName = 80;

function problemOf(cells: readonly string[]): BranchProblem['problem'] | undefined {
  const [bank = '', region = '', name = ''] = cells;
  if (cells.length < 3) return 'columns';
  if (!bankCodeOf(bank)) return 'bank';
  if (!isRegionCode(region)) return 'region';
  return name.length < 2 || name.length > longestName ? 'name' : undefined;
}

/**
 * Bank (its code or its name), region (six digits) and name of the branch, a line each; a first line that names the
 * columns is passed over. Nothing is guessed: a table with a wrong line is not imported.
 */
export function readBranchTable(text: string): { branches: Branch[]; problems: BranchProblem[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const branches = new Map<string, Branch>();
  const problems: BranchProblem[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = cellsOf(line);
    const problem = problemOf(cells);
    if (problem) {
      const isHeading = index === 0 && !/\d{6}/.test(line);
      if (!isHeading) problems.push({ line: index + 1, problem });
      continue;
    }
    const [bank, regionCode, branchName] = cells as [string, string, string];
    const branch = { bankCode: bankCodeOf(bank) as string, regionCode, branchName };
    branches.set(Object.values(branch).join(' '), branch);
  }
  return { branches: [...branches.values()], problems };
}
