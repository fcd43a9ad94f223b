import { Text, Title } from '@mantine/core';
import { KeyValue, type KeyValueRow, StatusBadge, Time } from '#kit/ui/display.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import type { AlertRecord } from '../contract.ts';

/** The machine as staff call it, or where else it is. */
export function placeOf(t: Translate, alert: AlertRecord): string {
  if (alert.equipmentNo === null) return alert.fieldName ?? t('alerts:list.warehouse');
  return t('alerts:list.machine', {
    number: alert.equipmentNo,
    name: alert.equipmentName ?? alert.code ?? '',
  });
}

export function PlaceText({ alert }: { alert: AlertRecord }) {
  return placeOf(useText(), alert);
}

export function SeverityBadge({ severity }: Pick<AlertRecord, 'severity'>) {
  const t = useText();
  return (
    <StatusBadge tone={severity === 'severe' ? 'bad' : 'waiting'}>
      {t(`alerts:severity.${severity}`)}
    </StatusBadge>
  );
}

/** How bad it is while it is open, then how it ended. */
export function AlertBadge({ alert }: { alert: AlertRecord }) {
  const t = useText();
  if (alert.endReason) return <StatusBadge tone="quiet">{t(`alerts:state.${alert.endReason}`)}</StatusBadge>;
  if (alert.acknowledgedAt) return <StatusBadge tone="info">{t('alerts:state.taken')}</StatusBadge>;
  return <SeverityBadge severity={alert.severity} />;
}

function factsOf(t: Translate, alert: AlertRecord): KeyValueRow[] {
  const rows: (KeyValueRow | false)[] = [
    { label: t('alerts:field.device'), value: placeOf(t, alert) },
    { label: t('alerts:field.site'), value: alert.fieldName },
    { label: t('alerts:field.openedAt'), value: <Time value={alert.openedAt} /> },
    alert.acknowledgedName !== null && {
      label: t('alerts:field.acknowledged'),
      value: (
        <>
          {alert.acknowledgedName} · <Time value={alert.acknowledgedAt} />
        </>
      ),
    },
    alert.endReason !== null && {
      label: t('alerts:field.ended'),
      value: (
        <>
          {[t(`alerts:state.${alert.endReason}`), alert.endedName].filter(Boolean).join(' · ')}{' '}
          <Time value={alert.endedAt} />
        </>
      ),
    },
    alert.note !== '' && { label: t('alerts:field.note'), value: alert.note, wide: true },
  ];
  return rows.filter((row) => row !== false);
}

/** Everything about one alert, and what to do. */
export function AlertDetail({ alert }: { alert: AlertRecord }) {
  const t = useText();
  return (
    <>
      <Text fw={600} mb="xs">
        {alert.detail}
      </Text>
      <KeyValue rows={factsOf(t, alert)} />
      <Title order={3} size="h5" mt="md" mb={4}>
        {t('alerts:list.whatToDo')}
      </Title>
      <Text size="sm">{alert.help}</Text>
    </>
  );
}
