import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { Step } from '../contract/shared.ts';
import classes from './sharing.module.css';

export const Percent = ({ basisPoints }: { basisPoints: number }) => (
  <span className={classes.figures}>{percentText(basisPoints)}%</span>
);

/** What people call a step: the merchant's own name of a cost, ours for the rest. */
export function useStepName(): (step: Pick<Step, 'kind' | 'name'>) => string {
  const t = useText();
  return ({ kind, name }) => name || t(`sharing:step.${kind}`);
}
