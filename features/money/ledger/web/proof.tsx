import { Box, Button, Group, Loader, Paper, Stack, Table, Text } from '@mantine/core';
import { elementOf, fieldAt, type Meaning, meaningOf } from '#kit/contract/meaning.ts';
import { Rows } from '#kit/pages/detail-parts.tsx';
import { formAction } from '#kit/pages/form-action.ts';
import { openForm } from '#kit/pages/open-form.ts';
import { useCall } from '#kit/ui/api.ts';
import { Hint, StatusBadge } from '#kit/ui/display.tsx';
import { ErrorState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { Can } from '#kit/ui/session.ts';
import { ledgerContract, type Proof } from '../contract.ts';

const { output } = ledgerContract.prove;
const verdict = meaningOf(fieldAt(output, 'holds')!);
const total = elementOf(fieldAt(output, 'totals'))!;
const totalColumns = (['unit', 'turnover', 'sum'] as const).map(
  (key): { key: typeof key; means: Meaning } => ({
    key,
    means: meaningOf(fieldAt(total, key)!),
  }),
);

type Mendable = Proof['checks'][number]['mendable'][number];

const correct = formAction({
  endpoint: ledgerContract.correctBooks,
  title: 'ledger:page.correctTitle',
  submitLabel: 'ledger:page.correct',
  initial: ({ transferId, accountId }: Mendable) => ({ transferId, accountId, against: 'wallet' }),
  above: ({ subject }) => <CorrectionHint text={subject.text} />,
  fields: ['against', { name: 'reason', kind: 'longText' }],
  success: 'ledger:page.corrected',
});

function CorrectionHint({ text }: { text: string }) {
  const t = useText();
  return (
    <Stack gap="xs">
      <Text size="xs" ff="monospace">
        {text}
      </Text>
      <Hint>{t('ledger:page.correctHint')}</Hint>
    </Stack>
  );
}

/** The books, proven while one looks. */
export default function ProofPage() {
  const t = useText();
  const { data, error, isFetching, refetch } = useCall(ledgerContract.prove, {}, { staleMs: 0 });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="md" maw={860}>
      <Text c="dimmed">{t('ledger:page.intro')}</Text>
      {!data && <Loader />}
      {data && <Verdict proof={data} />}
      <Button
        w="fit-content"
        variant="default"
        loading={isFetching}
        leftSection={<Icon name="refresh" />}
        onClick={() => void refetch()}
      >
        {t('ledger:page.again')}
      </Button>
      {data && <Checks proof={data} />}
      {data && <Totals proof={data} />}
    </Stack>
  );
}

const Verdict = ({ proof }: { proof: Proof }) => (
  <Paper withBorder p="md" component="section">
    <Group mb="sm">
      <MeaningView meaning={verdict} row={proof} path="holds" />
    </Group>
    <Rows
      rows={['at', 'accounts', 'transfers', 'entries', 'openHolds']}
      subject={{ schema: output, texts: 'ledger', data: proof }}
    />
  </Paper>
);

function Checks({ proof }: { proof: Proof }) {
  const t = useText();
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {proof.checks.map((check) => (
          <div key={check.name}>
            <Group justify="space-between" wrap="nowrap">
              <Text>{t(`ledger:check.${check.name}`)}</Text>
              <Box component="span" flex="none">
                <StatusBadge tone={check.holds ? 'good' : 'bad'}>
                  {check.holds ? t('ledger:page.ok') : t('ledger:page.wrong', { count: check.wrong })}
                </StatusBadge>
              </Box>
            </Group>
            {check.examples.map((example) => (
              <Wrong
                key={example}
                text={example}
                entry={check.mendable.find(({ text }) => text === example)}
              />
            ))}
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

function Wrong({ text, entry }: { text: string; entry: Mendable | undefined }) {
  const t = useText();
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="xs" ff="monospace" c="red" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {entry && (
        <Can endpoint={ledgerContract.correctBooks}>
          <Button size="compact-sm" variant="default" onClick={() => void openForm(correct, entry)}>
            {t('ledger:page.correct')}
          </Button>
        </Can>
      )}
    </Group>
  );
}

function Totals({ proof }: { proof: Proof }) {
  const t = useText();
  if (proof.totals.length === 0) return <Text c="dimmed">{t('ledger:page.empty')}</Text>;
  const align = (key: string) => (key === 'unit' ? 'left' : 'right');
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {totalColumns.map(({ key }) => (
            <Table.Th key={key} ta={align(key)}>
              {t(`ledger:field.${key}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {proof.totals.map((row) => (
          <Table.Tr key={row.unit}>
            {totalColumns.map(({ key, means }) => (
              <Table.Td key={key} ta={align(key)}>
                <MeaningView meaning={means} row={row} path={key} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
