import { Paper, SimpleGrid, Text } from '@mantine/core';
import { listPage } from '#kit/pages/list-page.tsx';
import { Hint, Money } from '#kit/ui/display.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { statementsContract } from '../contract/statements.ts';

const { listAgentShares, sumAgentShares } = statementsContract;

function Sums() {
  const t = useText();
  return (
    <Loaded call={[sumAgentShares, {}]} skeleton="nothing">
      {(agents) => (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
          {agents.map((agent) => (
            <Paper key={agent.agentId} withBorder p="md">
              <Text fw={600}>{agent.agentName}</Text>
              <Text size="xl" fw={700} component="div">
                <Money fen={agent.amountFen} />
              </Text>
              <Hint>
                {t('sharing:agents.ratio', {
                  percent: percentText(agent.basisPoints),
                  count: agent.merchants,
                })}
              </Hint>
            </Paper>
          ))}
        </SimpleGrid>
      )}
    </Loaded>
  );
}

/** What agents got of the platform's fees, by merchant and day. */
export default listPage({
  endpoint: listAgentShares,
  columns: [
    { key: 'agentName', label: 'sharing:kind.agent' },
    'day',
    { key: 'merchantName', phone: 'more' },
    'feeFen',
    { key: 'basisPoints', label: 'sharing:field.netRatio' },
    { key: 'amountFen', phone: 'amount' },
  ],
  header: <Sums />,
  empty: { title: 'sharing:agents.empty', hint: 'sharing:agents.emptyHint' },
});
