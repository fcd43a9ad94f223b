import { StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { LineState, RunState, Step, WechatState } from '../contract/shared.ts';
import classes from './sharing.module.css';

export const Percent = ({ basisPoints }: { basisPoints: number }) => (
  <span className={classes.figures}>{percentText(basisPoints)}%</span>
);

const lineTones: Record<LineState, Tone> = { due: 'waiting', waiting: 'info', paid: 'good', failed: 'bad' };
export function LineBadge({ state }: { state: LineState }) {
  const t = useText();
  return <StatusBadge tone={lineTones[state]}>{t(`sharing:lineState.${state}`)}</StatusBadge>;
}

const runTones: Record<RunState, Tone> = { open: 'info', finished: 'good' };
export function RunBadge({ state }: { state: RunState }) {
  const t = useText();
  return <StatusBadge tone={runTones[state]}>{t(`sharing:runState.${state}`)}</StatusBadge>;
}

const wechatTones: Record<WechatState, Tone> = {
  none: 'quiet',
  waiting: 'waiting',
  registered: 'good',
  refused: 'bad',
};
export function WechatBadge({ state }: { state: WechatState }) {
  const t = useText();
  return <StatusBadge tone={wechatTones[state]}>{t(`sharing:wechatState.${state}`)}</StatusBadge>;
}

/** What people call a step: the merchant's own name of a cost, ours for the rest. */
export function useStepName(): (step: Pick<Step, 'kind' | 'name'>) => string {
  const t = useText();
  return ({ kind, name }) => name || t(`sharing:step.${kind}`);
}
