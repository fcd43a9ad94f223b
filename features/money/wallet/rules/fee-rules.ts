import { partOf } from '#kit/kernel/money.ts';

/**
 * One step of the way a fee is divided, from the platform down: its wallet earns the difference between its rate and
 * that of the step before. The last step's rate is what the merchant pays.
 */
export interface FeeStep {
  tenantId: string;
  /** null: the platform itself */
  walletId: string | null;
  basisPoints: number;
}

export interface FeeParts {
  totalFen: number;
  parts: { step: FeeStep; amountFen: number }[];
}

/** Rounded at each step of the sum and not part by part: the parts add up to the fee that the merchant was told. */
export function feeParts(amountFen: number, ladder: readonly FeeStep[]): FeeParts {
  let reached = 0;
  const parts = ladder.map((step) => {
    const sum = Math.max(reached, partOf(amountFen, step.basisPoints));
    const amount = sum - reached;
    reached = sum;
    return { step, amountFen: amount };
  });
  return { totalFen: reached, parts };
}

/** What leaves with a withdrawal: a rate, and at least a sum where one is set; never more than is withdrawn. */
export function withdrawalFee(
  amountFen: number,
  rule: { basisPoints: number; minimumFen: number },
): { feeFen: number; arrivesFen: number } {
  const feeFen = Math.min(amountFen, Math.max(partOf(amountFen, rule.basisPoints), rule.minimumFen));
  return { feeFen, arrivesFen: amountFen - feeFen };
}

/** What an organisation pays to the one above it, as far as somebody has set it. */
export interface SetRate {
  tenantId: string;
  basisPoints: number | undefined;
}

/**
 * From the topmost agent down to the one who pays. Who has no rate pays the usual one, or what the one above
 * pays itself where that is more. When the tree was changed so that somebody pays less than the agent above, the agent
 * earns nothing and the one who pays is not asked for more than was agreed.
 */
export function ratesOf(chain: readonly SetRate[], usual: number): number[] {
  const rates: number[] = [];
  for (const { basisPoints } of chain) rates.push(basisPoints ?? Math.max(usual, rates.at(-1) ?? 0));
  for (let index = rates.length - 2; index >= 0; index--)
    rates[index] = Math.min(rates[index] as number, rates[index + 1] as number);
  return rates;
}

export function ladderOf(chain: readonly SetRate[], usual: number, platformTenantId: string): FeeStep[] {
  const rates = ratesOf(chain, usual);
  return rates.map((basisPoints, index) => {
    const agent = chain[index - 1];
    return agent
      ? { tenantId: agent.tenantId, walletId: agent.tenantId, basisPoints }
      : { tenantId: platformTenantId, walletId: null, basisPoints };
  });
}
