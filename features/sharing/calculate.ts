import { partOf, splitAmount, wholeBasisPoints } from '#kit/kernel/money.ts';
import type { Cost, Ratio, Step } from './contract/shared.ts';

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

function costOf(cost: Cost, place: number, leftFen: number, figures: OrderFigures): number {
  if (cost.kind === 'percent') return partOf(leftFen, cost.basisPoints ?? 0);
  if (cost.kind === 'perOrder') return Math.min(leftFen, cost.amountFen ?? 0);
  return Math.min(leftFen, figures.dayCostsFen[place] ?? 0);
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
    take({ kind: cost.kind, name: cost.name, amountFen: costOf(cost, place, afterFen, figures) });
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

export interface DayCostState {
  /** how much of each cost the day has, by place */
  totalFen: readonly number[];
  /** how much of it orders of the day have borne already */
  takenFen: readonly number[];
}

/**
 * The first income of a day pays the costs of the day: an order bears what is still open, as far as it goes. Answers
 * what it bears by place.
 */
export function bearDayCosts(
  terms: Terms,
  figures: Omit<OrderFigures, 'dayCostsFen'>,
  state: DayCostState,
): number[] {
  const open = terms.costs.map((cost, place) =>
    isDayCost(cost) ? Math.max(0, (state.totalFen[place] ?? 0) - (state.takenFen[place] ?? 0)) : 0,
  );
  const { steps } = stepsOf(terms, { ...figures, dayCostsFen: open });
  const offset = steps.length - terms.costs.length;
  return terms.costs.map((cost, place) => (isDayCost(cost) ? (steps[offset + place] as Step).amountFen : 0));
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
