import { Stack } from '@mantine/core';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { paymentsContract } from '../contract.ts';
import { resolveWith } from './resolve-case.ts';

const { listBills, compareBills, listDifferences, resolveDifference } = paymentsContract;

const compare = formAction({
  endpoint: compareBills,
  texts: 'payments:bill',
  title: 'payments:bill.compareTitle',
  fields: [{ name: 'day', hint: 'payments:bill.compareHint' }],
  submitLabel: 'payments:bill.compare',
});

const bills = defineList({
  id: 'bills',
  endpoint: listBills,
  texts: 'payments:bill',
  columns: [
    { key: 'day', phone: 'what' },
    'channel',
    'payments',
    { key: 'paymentsFen', phone: 'amount' },
    'refunds',
    'refundsFen',
    'payouts',
    'payoutsFen',
    { key: 'openDifferences', phone: 'more' },
    'comparedAt',
  ],
  actions: [{ label: 'payments:bill.compare', icon: 'refresh', form: compare }],
  empty: { title: 'payments:bill.empty', hint: 'payments:bill.emptyHint' },
});

const differenceList = defineList({
  id: 'differences',
  endpoint: listDifferences,
  texts: 'payments:bill',
  columns: [
    { key: 'outNo', phone: 'what' },
    'kind',
    { key: 'difference', phone: 'more' },
    'ourFen',
    'theirFen',
    'tenantName',
    'day',
    'state',
    ...optional('platformNo', 'note', 'endedByName'),
  ],
  filters: ['state', 'kind'],
  rowActions: [resolveWith(resolveDifference)],
  empty: { title: 'payments:bill.noDifferences', hint: 'payments:bill.noDifferencesHint' },
});

/** /payment_bills: the platforms' own bills of each day, and where our books say something else. */
export default function PaymentBills() {
  const t = useText();
  return (
    <Stack gap="xl">
      <section>
        <Heading size="h4">{t('payments:bill.differences')}</Heading>
        <Hint mb="sm">{t('payments:bill.differencesHint')}</Hint>
        <ListPage definition={differenceList} />
      </section>
      <section>
        <Heading size="h4" mb="sm">
          {t('payments:bill.days')}
        </Heading>
        <ListPage definition={bills} />
      </section>
    </Stack>
  );
}
