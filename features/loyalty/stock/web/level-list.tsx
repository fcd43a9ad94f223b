import { Stack, Text, Title } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { recordOf } from '#kit/contract/meaning.ts';
import { type Action, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { RowFacts } from '#kit/pages/list-cell.tsx';
import { resolveColumns } from '#kit/pages/list-columns.ts';
import { columnsOf } from '#kit/pages/list-definition.ts';
import { deskOnly, listPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { LevelRecord } from '../contract/levels.ts';
import { stockContract } from '../contract.ts';
import { documentPage } from './document-form.tsx';
import { LevelHistory } from './level-history.tsx';
import { storeFilter } from './sources.ts';
import { variantWords } from './words.ts';

const { listLevels, readTotals, setAlarm, receiveStock, countStock, transferStock } = stockContract;

const alarm: Action<LevelRecord[]> = {
  label: 'stock:level.setAlarm',
  icon: 'bell',
  form: formAction({
    endpoint: setAlarm,
    initial: (levels: LevelRecord[]) => ({
      ids: levels.map(({ id }) => id),
      alarmThreshold: levels.length === 1 ? levels[0]!.alarmThreshold : undefined,
    }),
    fields: [{ name: 'alarmThreshold', hint: 'stock:level.alarmHint' }],
    submitLabel: 'kit:action.save',
    success: 'kit:action.saved',
  }),
};

const facts = columnsOf(listLevels, 'stock', [
  { key: 'storeName', phone: 'more' },
  { key: 'onHand', phone: 'amount' },
  'state',
  'reserved',
  'free',
  ...deskOnly('averageCostFen', 'valueFen', 'alarmThreshold'),
]);
const factColumns = resolveColumns(recordOf(listLevels.output), 'stock', [
  ...facts,
  { key: 'barcode', label: 'stock:field.barcode' },
]);

function LevelDetail({ level }: { level: LevelRecord }) {
  const t = useText();
  return (
    <Stack>
      <RowFacts columns={factColumns} row={level} />
      <Title order={3} size="h6">
        {t('stock:level.history')}
      </Title>
      <LevelHistory storeId={level.storeId} variantId={level.variantId} />
    </Stack>
  );
}

/** What lies in which store. */
export default listPage({
  endpoint: listLevels,
  columns: [
    { key: 'goodName', picture: 'picture' },
    { key: 'variantName', phone: 'more' },
    ...facts,
    { key: 'barcode', optional: true },
  ],
  search: 'name',
  searchHint: 'stock:level.search',
  filters: [storeFilter, 'state'],
  actions: [
    {
      label: 'stock:doc.new.receipt',
      icon: 'plus',
      primary: true,
      to: () => '/integralStore/stockWarehousing',
      needs: receiveStock,
    },
    {
      label: 'stock:doc.new.count',
      icon: 'clipboard-list',
      to: () => `${documentPage}?new=count`,
      needs: countStock,
    },
    {
      label: 'stock:doc.new.transfer',
      icon: 'arrows-exchange',
      to: () => `${documentPage}?new=transfer`,
      needs: transferStock,
    },
  ],
  rowActions: [forOne(alarm)],
  bulkActions: [alarm],
  rowDetail: (level) => <LevelDetail level={level} />,
  rowTitle: (level) => variantWords(level),
  empty: { title: 'stock:level.emptyTitle', hint: 'stock:level.emptyHint' },
  icon: 'gift',
  header: <Totals />,
});

/** All that lies there, of the store that the list shows. */
function Totals() {
  const t = useText();
  const [query] = useSearchParams();
  const { data } = useCall(
    readTotals,
    { storeId: query.get('storeId') ?? undefined },
    { keepPrevious: true },
  );
  if (!data) return null;
  return (
    <Figures
      items={[
        { label: t('stock:totals.value'), value: <Money fen={data.valueFen} /> },
        { label: t('stock:totals.pieces'), value: data.pieces.toLocaleString() },
        { label: t('stock:totals.reserved'), value: data.reserved.toLocaleString() },
        {
          label: t('stock:totals.low'),
          value: data.low,
          ...(data.low > 0 && {
            tone: 'bad' as const,
            hint: (
              <Text component={Link} to="?state=low" size="xs">
                {t('stock:totals.seeLow')}
              </Text>
            ),
          }),
        },
      ]}
    />
  );
}
