import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { StatusBadge, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type BatchRecord, settingsContract } from '../contract.ts';

function Kind({ row }: { row: BatchRecord }) {
  const t = useText();
  return t(`settings:batch.kind.${row.kind}`);
}

function State({ row }: { row: BatchRecord }) {
  const t = useText();
  return (
    <StatusBadge tone={row.state === 'running' ? 'waiting' : row.failed > 0 ? 'bad' : 'good'}>
      {row.failed > 0 && row.state === 'finished'
        ? t('settings:batch.someFailed', { count: row.failed })
        : t(`settings:batch.state.${row.state}`)}
    </StatusBadge>
  );
}

const list = defineList({
  endpoint: settingsContract.listBatches,
  columns: [
    { key: 'kind', label: 'settings:batch.what', primary: true, render: (row) => <Kind row={row} /> },
    {
      key: 'createdAt',
      label: 'settings:batch.when',
      secondary: true,
      render: (row) => <Time value={row.createdAt} />,
    },
    { key: 'userName', label: 'settings:batch.who' },
    { key: 'total', label: 'settings:batch.total', align: 'right' },
    { key: 'applied', label: 'settings:batch.item.applied', align: 'right' },
    { key: 'failed', label: 'settings:batch.item.failed', align: 'right' },
    { key: 'state', label: 'settings:batch.stateName', trailing: true, render: (row) => <State row={row} /> },
  ],
  rowTo: (row) => `/batchModify?batchId=${row.id}`,
  live: 'settings.batch',
  empty: { title: 'settings:batch.noBatches', hint: 'settings:batch.noBatchesHint' },
});

export function BatchHistory() {
  return <ListPage definition={list} />;
}
