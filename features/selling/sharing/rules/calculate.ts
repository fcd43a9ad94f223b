import { partOf, splitAmount, wholeBasisPoints } from '#kit/kernel/money.ts';
import type { Cost, Ratio, Step } from '../contract/shared.ts';

/** What a version of a rule says. */
export interface Terms {
  deductFee: boolean;
  costs: readonly Cost[];
  ratios: readonly Ratio[];
}

export interface OrderFigures {
  /** delivered, before refunds */
  grossFen: number;
  /** what of it was not given back */
  keptFen: number;
  /** the fee on what is kept */
  feeFen: number;
  /** costs of the day that this order bears, by their place; zero for costs of other kinds */
  dayCostsFen: readonly number[];
}

export interface Shares {
  steps: Step[];
  /** what the ratios are of */
  baseFen: number;
  parts: { receiverId: string; basisPoints: number; amountFen: number }[];
  /** stays with the merchant: costs, and what nobody receives */
  restFen: number;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Costs that are known by the day and borne by the orders of the day. */
export const isDayCost = ({ kind }: Cost): boolean => kind === 'perDay' || kind === 'gift';

/** What one order bears of a cost; `dayFen` is its part of a cost of the day. */
function costOf(cost: Cost, leftFen: number, dayFen: number): number {
  if (cost.kind === 'percent') return partOf(leftFen, cost.basisPoints ?? 0);
  if (cost.kind === 'perOrder') return Math.min(leftFen, cost.amountFen ?? 0);
  return Math.min(leftFen, dayFen);
}

/** Refunds and the fee first, then the costs as they are listed; no step takes more than is left. */
function stepsOf(terms: Terms, figures: OrderFigures): { steps: Step[]; baseFen: number } {
  const { grossFen, keptFen, feeFen } = figures;
  let afterFen = keptFen;
  const steps: Step[] = [{ kind: 'refund', name: '', amountFen: grossFen - keptFen, afterFen }];
  const take = (step: Omit<Step, 'afterFen'>) => {
    afterFen -= step.amountFen;
    steps.push({ ...step, afterFen });
  };
  if (terms.deductFee) take({ kind: 'fee', name: '', amountFen: Math.min(afterFen, feeFen) });
  terms.costs.forEach((cost, place) => {
    take({
      kind: cost.kind,
      name: cost.name,
      amountFen: costOf(cost, afterFen, figures.dayCostsFen[place] ?? 0),
    });
  });
  return { steps, baseFen: afterFen };
}

/**
 * The shares of one order. They depend on nothing but what is kept, so after any number of partial refunds the shares
 * are those of the amount that remained.
 */
export function calculate(terms: Terms, figures: OrderFigures): Shares {
  const { steps, baseFen } = stepsOf(terms, figures);
  const weights = terms.ratios.map(({ basisPoints }) => basisPoints);
  const earnedFen = figures.keptFen - Math.min(figures.keptFen, figures.feeFen);
  const wanted = splitAmount(baseFen, [...weights, wholeBasisPoints - sum(weights)]).slice(0, -1);
  // Where the fee is the merchant's alone, ratios of 100 % would give away more than the order brought.
  const amounts = sum(wanted) > earnedFen ? splitAmount(earnedFen, weights) : wanted;
  return {
    steps,
    baseFen,
    parts: terms.ratios.map(({ receiverId, basisPoints }, index) => ({
      receiverId,
      basisPoints,
      amountFen: amounts[index] as number,
    })),
    restFen: earnedFen - sum(amounts),
  };
}

/**
 * The costs of a day, spread over orders of the day by what each has left when the cost comes: to the fen, and never
 * more than there is. Answers for each order what it bears, by the place of the cost.
 */
export function spreadDayCosts(
  terms: Pick<Terms, 'deductFee' | 'costs'>,
  orders: readonly Omit<OrderFigures, 'dayCostsFen'>[],
  openFen: readonly number[],
): number[][] {
  const borne = orders.map(() => terms.costs.map(() => 0));
  let leftFen = orders.map(({ keptFen, feeFen }) =>
    terms.deductFee ? keptFen - Math.min(keptFen, feeFen) : keptFen,
  );
  terms.costs.forEach((cost, place) => {
    const totalFen = Math.min(openFen[place] ?? 0, sum(leftFen));
    const parts = isDayCost(cost) && totalFen > 0 ? splitAmount(totalFen, leftFen) : leftFen.map(() => 0);
    leftFen = leftFen.map((left, index) => left - costOf(cost, left, parts[index] as number));
    parts.forEach((part, index) => {
      (borne[index] as number[])[place] = part;
    });
  });
  return borne;
}

/** The steps of several orders together, also of different versions: by kind and name, in the order they first occur. */
export function addSteps(grossFen: number, lists: readonly (readonly Step[])[]): Step[] {
  const totals = new Map<string, Step>();
  for (const step of lists.flat()) {
    const key = `${step.kind} ${step.name}`;
    const known = totals.get(key);
    totals.set(key, { ...step, amountFen: (known?.amountFen ?? 0) + step.amountFen });
  }
  let afterFen = grossFen;
  return [...totals.values()].map((step) => {
    afterFen -= step.amountFen;
    return { ...step, afterFen };
  });
}

export interface AgentRatio {
  agentId: string;
  basisPoints: number;
}

/**
 * Agents' parts of the platform's fee, from the topmost agent down to the one who has the merchant: what an agent below
 * gets is taken out of the part of the one above.
 */
export function agentParts(
  feeFen: number,
  chain: readonly AgentRatio[],
): { agentId: string; basisPoints: number; amountFen: number }[] {
  let limit = wholeBasisPoints;
  const ratios = chain.map(({ agentId, basisPoints }) => {
    limit = Math.min(limit, basisPoints);
    return { agentId, basisPoints: limit };
  });
  return ratios.map(({ agentId, basisPoints }, index) => {
    const below = ratios[index + 1]?.basisPoints ?? 0;
    return {
      agentId,
      basisPoints: basisPoints - below,
      amountFen: partOf(feeFen, basisPoints) - partOf(feeFen, below),
    };
  });
}
