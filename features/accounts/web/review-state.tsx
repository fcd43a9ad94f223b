import { StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { ReviewState } from '../contract/shared.ts';

const tones: Record<ReviewState, Tone> = { untreated: 'waiting', passed: 'good', rejected: 'bad' };

export function ReviewBadge({ state }: { state: ReviewState }) {
  const t = useText();
  return <StatusBadge tone={tones[state]}>{t(`accounts:review.${state}`)}</StatusBadge>;
}

export function EnabledBadge({ enabled }: { enabled: boolean }) {
  const t = useText();
  return (
    <StatusBadge tone={enabled ? 'good' : 'quiet'}>
      {t(enabled ? 'kit:state.enabled' : 'kit:state.disabled')}
    </StatusBadge>
  );
}
