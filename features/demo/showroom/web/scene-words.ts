import { useText } from '#kit/ui/i18n.ts';
import type { Scene } from '../contract.ts';

export interface SceneWords {
  key: 'unplugged' | 'connecting' | 'fault' | 'moving' | 'ready' | 'unknown';
  state: string;
  /** how the last play or piece ended, if any did */
  last: string;
}

/** Says what the drawing shows. */
export function useSceneWords(scene: Scene | undefined): SceneWords {
  const t = useText();
  if (!scene) return { key: 'unknown', state: '', last: '' };
  const { plugged, online, stopped, faults, step, ending } = scene;
  const last = ending
    ? t(`showroom:ending.${ending.kind}`, { count: ending.amount })
    : t('showroom:window.nothingYet');
  if (!plugged) return { key: 'unplugged', state: t('showroom:window.unplugged'), last };
  if (!online) return { key: 'connecting', state: t('showroom:window.connecting'), last };
  if (stopped)
    return {
      key: 'fault',

      state: t('showroom:window.fault', { faults: faults.join(t('showroom:window.and')) }),
      last,
    };
  if (step) {
    const state = t(`showroom:step.${step.name}`, { count: step.count ?? 0, lane: step.lane ?? 0 });
    return { key: 'moving', state, last };
  }
  return { key: 'ready', state: t('showroom:window.ready'), last };
}
