import { Text, Title } from '@mantine/core';
import { RowFacts } from '#kit/pages/list-cell.tsx';
import { resolveColumns } from '#kit/pages/list-columns.ts';
import { columnsOf } from '#kit/pages/list-definition.ts';
import { useText } from '#kit/ui/i18n.ts';
import { isOddKind } from '../contract/kinds.ts';
import { type AlertRecord, alertRecord, alertsContract } from '../contract.ts';
import { AlertBand } from './alert-band.tsx';

const facts = resolveColumns(
  alertRecord,
  'alerts',
  columnsOf(alertsContract.listAlerts, 'alerts', [
    'equipmentName',
    'fieldName',
    'severity',
    'state',
    'openedAt',
    'acknowledgedName',
    'acknowledgedAt',
    'endedName',
    'endedAt',
    'note',
  ]),
);
const isSaid = (alert: AlertRecord) => (column: { key: string }) => {
  const value = alert[column.key as keyof AlertRecord];
  return value !== null && value !== '';
};

/** Everything about one alert, and what to do. */
export function AlertDetail({ alert }: { alert: AlertRecord }) {
  const t = useText();
  return (
    <>
      <Text fw={600} mb="xs">
        {alert.detail}
      </Text>
      {isOddKind(alert.kind) && <AlertBand alert={alert} />}
      <RowFacts columns={facts.filter(isSaid(alert))} row={alert} />
      <Title order={3} size="h5" mt="md" mb={4}>
        {t('alerts:list.whatToDo')}
      </Title>
      <Text size="sm">{alert.help}</Text>
    </>
  );
}
