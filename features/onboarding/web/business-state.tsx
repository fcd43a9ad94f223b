import { StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { BusinessState, ProductState, SubmissionState } from '../contract/shared.ts';

const tones: Record<BusinessState | SubmissionState, Tone> = {
  none: 'quiet',
  draft: 'quiet',
  untreated: 'waiting',
  processing: 'info',
  passed: 'good',
  rejected: 'bad',
  recalled: 'quiet',
};

export function BusinessBadge({ state }: { state: BusinessState | SubmissionState }) {
  const t = useText();
  return <StatusBadge tone={tones[state]}>{t(`onboarding:state.${state}`)}</StatusBadge>;
}

const productTones: Record<ProductState, Tone> = {
  open: 'good',
  unconfigured: 'quiet',
  missing: 'waiting',
  reviewing: 'info',
  rejected: 'bad',
};

export function ProductBadge({ state }: { state: ProductState }) {
  const t = useText();
  return <StatusBadge tone={productTones[state]}>{t(`onboarding:productState.${state}`)}</StatusBadge>;
}
