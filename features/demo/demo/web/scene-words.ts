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
    ? t(`demo:ending.${ending.kind}`, { count: ending.amount })
    : t('demo:window.nothingYet');
  if (!plugged) return { key: 'unplugged', state: t('demo:window.unplugged'), last };
  if (!online) return { key: 'connecting', state: t('demo:window.connecting'), last };
  if (stopped)
    return {
      key: 'fault',

      state: t('demo:window.fault', { faults: faults.join(t('demo:window.and')) }),
      last,
    };
  if (step) {
    const state = t(`demo:step.${step.name}`, { count: step.count ?? 0, lane: step.lane ?? 0 });
    return { key: 'moving', state, last };
  }
  return { key: 'ready', state: t('demo:window.ready'), last };
}
