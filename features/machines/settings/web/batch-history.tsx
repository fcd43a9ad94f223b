import { listPage } from '#kit/pages/list-page.tsx';
import { StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type BatchRecord, settingsContract } from '../contract.ts';

/** A batch that has ended says so only when nothing in it failed. */
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

export const BatchHistory = listPage({
  endpoint: settingsContract.listBatches,
  columns: [
    { key: 'kind', label: 'settings:batch.what', phone: 'what' },
    { key: 'createdAt', label: 'settings:batch.when' },
    { key: 'userName', label: 'settings:batch.who', phone: 'more' },
    { key: 'total', label: 'settings:batch.total', phone: 'amount' },
    { key: 'applied', label: 'settings:batch.item.applied', phone: false },
    { key: 'failed', label: 'settings:batch.item.failed', phone: false },
    { key: 'state', label: 'settings:batch.stateName', render: (row) => <State row={row} /> },
  ],
  rowTo: (row) => `/batchModify?batchId=${row.id}`,
  empty: { title: 'settings:batch.noBatches', hint: 'settings:batch.noBatchesHint' },
});
