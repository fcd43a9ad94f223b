import { type ReactNode, useMemo, useRef } from 'react';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import type { Action } from '#kit/pages/actions.ts';
import { invalidate } from '#kit/ui/api.ts';
import { useAskText } from '#kit/ui/ask-text.tsx';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { type AlertRecord, alertsContract } from '../contract.ts';

const { acknowledgeAlerts, mendAlerts, listAlerts, alertSummary } = alertsContract;

const isOpen = (alert: AlertRecord) => alert.endedAt === null;
const hubOf = (alert: AlertRecord) => `/machineSetting?equipmentId=${alert.equipmentId}`;

/** What can be done about one alert or several: take over, end, go to the machine. */
export function useAlertActions(): {
  rowActions: Action<AlertRecord>[];
  bulkActions: Action<AlertRecord[]>[];
  dialog: ReactNode;
} {
  const t = useText();
  const { ask, dialog } = useAskText();
  const latestAsk = useRef(ask);
  latestAsk.current = ask;
  const actions = useMemo(() => {
    const handle =
      (
        endpoint: typeof acknowledgeAlerts | typeof mendAlerts,
        question: { title: string; hint?: string; confirm: string },
      ) =>
      async (alerts: AlertRecord[]): Promise<boolean> => {
        const note = await latestAsk.current({
          title: t(question.title),
          ...(question.hint && { hint: t(question.hint) }),
          confirm: t(question.confirm),
          label: t('alerts:field.note'),
          placeholder: t('alerts:list.noteHint'),
        });
        if (note === undefined) return false;
        await client.call(endpoint, { ids: alerts.filter(isOpen).map(({ id }) => id), note });
        await invalidate(listAlerts, alertSummary);
        return true;
      };
    const acknowledge = {
      label: 'alerts:list.acknowledge',
      icon: 'user-check' as const,
      needs: acknowledgeAlerts as AnyEndpoint,
      success: 'alerts:list.acknowledged',
    };
    const mend = {
      label: 'alerts:list.mend',
      icon: 'circle-check' as const,
      needs: mendAlerts as AnyEndpoint,
      success: 'alerts:list.mended',
    };
    const takeOver = handle(acknowledgeAlerts, {
      title: 'alerts:list.acknowledgeTitle',
      confirm: 'alerts:list.acknowledge',
    });
    const end = handle(mendAlerts, {
      title: 'alerts:list.mendTitle',
      hint: 'alerts:list.mendHint',
      confirm: 'alerts:list.mend',
    });
    const rowActions: Action<AlertRecord>[] = [
      {
        label: 'alerts:list.device',
        icon: 'device',
        to: hubOf,
        visible: (alert) => alert.equipmentId !== null,
        primary: true,
      },
      { ...acknowledge, visible: isOpen, run: (alert) => takeOver([alert]) },
      { ...mend, visible: isOpen, run: (alert) => end([alert]) },
    ];
    const bulkActions: Action<AlertRecord[]>[] = [
      { ...acknowledge, visible: (list) => list.some(isOpen), run: takeOver },
      { ...mend, visible: (list) => list.some(isOpen), run: end },
    ];
    return { rowActions, bulkActions };
  }, [t]);
  return { ...actions, dialog };
}
