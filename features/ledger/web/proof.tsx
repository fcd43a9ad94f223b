import { Button, Group, Loader, Paper, Stack, Table, Text } from '@mantine/core';
import { formatFen } from '#kit/kernel/money.ts';
import { useCall } from '#kit/ui/api.ts';
import { KeyValue, StatusBadge, Time } from '#kit/ui/display.tsx';
import { ErrorState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { ledgerContract, type Proof, type Unit } from '../contract.ts';

const amountOf = (unit: Unit, amount: number) => (unit === 'fen' ? `¥${formatFen(amount)}` : String(amount));

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
        size="md"
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

function Verdict({ proof }: { proof: Proof }) {
  const t = useText();
  return (
    <Paper withBorder p="md" component="section">
      <Group mb="sm">
        <StatusBadge tone={proof.holds ? 'good' : 'bad'}>
          {t(proof.holds ? 'ledger:page.holds' : 'ledger:page.broken')}
        </StatusBadge>
      </Group>
      <KeyValue
        rows={[
          { label: t('ledger:page.at'), value: <Time value={proof.at} pattern="Y-m-d H:M:S" /> },
          { label: t('ledger:page.accounts'), value: proof.accounts },
          { label: t('ledger:page.transfers'), value: proof.transfers },
          { label: t('ledger:page.entries'), value: proof.entries },
          { label: t('ledger:page.openHolds'), value: proof.openHolds },
        ]}
      />
    </Paper>
  );
}

function Checks({ proof }: { proof: Proof }) {
  const t = useText();
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {proof.checks.map((check) => (
          <div key={check.name}>
            <Group justify="space-between" wrap="nowrap">
              <Text>{t(`ledger:check.${check.name}`)}</Text>
              <StatusBadge tone={check.holds ? 'good' : 'bad'}>
                {check.holds ? t('ledger:page.ok') : t('ledger:page.wrong', { count: check.wrong })}
              </StatusBadge>
            </Group>
            {check.examples.map((example) => (
              <Text key={example} size="xs" ff="monospace" c="red">
                {example}
              </Text>
            ))}
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

function Totals({ proof }: { proof: Proof }) {
  const t = useText();
  if (proof.totals.length === 0) return <Text c="dimmed">{t('ledger:page.empty')}</Text>;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('ledger:page.unit')}</Table.Th>
          <Table.Th ta="right">{t('ledger:page.turnover')}</Table.Th>
          <Table.Th ta="right">{t('ledger:page.sum')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {proof.totals.map(({ unit, sum, turnover }) => (
          <Table.Tr key={unit}>
            <Table.Td>{t(`ledger:unit.${unit}`)}</Table.Td>
            <Table.Td ta="right">{amountOf(unit, turnover)}</Table.Td>
            <Table.Td ta="right">{amountOf(unit, sum)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
