import type { Translate } from '#kit/ui/i18n.ts';
import { wordsOf } from '#kit/ui/meaning-view.tsx';
import type { AlertRecord } from '../contract.ts';

/** The machine as staff call it, or where else it is. */
export function placeOf(t: Translate, alert: AlertRecord): string {
  if (alert.equipmentNo === null) return alert.fieldName ?? t('alerts:list.warehouse');
  return wordsOf({ kind: 'machine' }, alert, 'equipmentName', t);
}
