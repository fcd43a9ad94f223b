import { Paper, SimpleGrid, Text } from '@mantine/core';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { statementsContract } from '../contract/statements.ts';
import { Percent } from './display.tsx';

const { listAgentShares, sumAgentShares } = statementsContract;

function Sums() {
  const t = useText();
  const { data } = useCall(sumAgentShares, {});
  useLiveInvalidate('sharing.', sumAgentShares);
  if (!data || data.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {data.map((agent) => (
        <Paper key={agent.agentId} withBorder p="md">
          <Text fw={600}>{agent.agentName}</Text>
          <Text size="xl" fw={700} component="div">
            <Money fen={agent.amountFen} />
          </Text>
          <Text size="sm" c="dimmed">
            {t('sharing:agents.ratio', {
              percent: percentText(agent.basisPoints),
              count: agent.merchants,
            })}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

const list = defineList({
  endpoint: listAgentShares,
  columns: [
    { key: 'agentName', label: 'sharing:kind.agent', primary: true },
    { key: 'day', label: 'sharing:field.day', sortable: true, secondary: true },
    { key: 'merchantName', label: 'sharing:field.merchant' },
    {
      key: 'feeFen',
      label: 'sharing:field.fee',
      align: 'right',
      render: (row) => <Money fen={row.feeFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'basisPoints',
      label: 'sharing:field.netRatio',
      align: 'right',
      render: (row) => <Percent basisPoints={row.basisPoints} />,
    },
    {
      key: 'amountFen',
      label: 'sharing:field.amount',
      align: 'right',
      trailing: true,
      sortable: true,
      render: (row) => <Money fen={row.amountFen} />,
      exportAs: { kind: 'money' },
    },
  ],
  header: <Sums />,
  empty: { title: 'sharing:agents.empty', hint: 'sharing:agents.emptyHint' },
  live: 'sharing.',
  export: true,
});

/** What agents got of the platform's fees, by merchant and day. */
export default function AgentShares() {
  return <ListPage definition={list} />;
}
