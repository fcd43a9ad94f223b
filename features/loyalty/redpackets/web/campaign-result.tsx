import { Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { percentOf } from '#kit/contract/meaning-text.ts';
import { Hint, Money, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { CampaignDetail, GroupFigures } from '../contract.ts';

const groups = ['shown', 'heldOut'] as const;

const lines: readonly { name: string; value: (group: GroupFigures) => ReactNode }[] = [
  { name: 'people', value: ({ people }) => people.toLocaleString() },
  { name: 'comers', value: ({ comers }) => comers.toLocaleString() },
  { name: 'comersOfHundred', value: ({ comersOfHundred }) => comersOfHundred.toLocaleString() },
  { name: 'visits', value: ({ visits }) => visits.toLocaleString() },
  { name: 'incomeFen', value: ({ incomeFen }) => <Money fen={incomeFen} /> },
  { name: 'incomeEachFen', value: ({ incomeEachFen }) => <Money fen={incomeEachFen} /> },
];

/** Both groups side by side, and whether the difference is chance, in a sentence for visits and one for income. */
export function CampaignResult({ campaign }: { campaign: CampaignDetail }) {
  const t = useText();
  const { holdOutPercent, visitsJudged, incomeJudged } = campaign;
  const isCompared = holdOutPercent > 0;
  const columns = isCompared ? groups : groups.slice(0, 1);
  return (
    <Stack gap="sm">
      {isCompared ? (
        <>
          <Verdict about="visits" judged={visitsJudged} />
          <Verdict about="income" judged={incomeJudged} />
        </>
      ) : (
        <Text fw={600}>{t('redpackets:result.noComparison')}</Text>
      )}
      <Table.ScrollContainer minWidth={280}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('redpackets:result.group')}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column} ta="right">
                  {t(`redpackets:result.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ name, value }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {t(`redpackets:result.${name}`)}
                </Table.Th>
                {columns.map((column) => (
                  <Table.Td key={column} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                    {value(campaign[column])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Hint>
        {t('redpackets:result.until')} <Time value={campaign.measuredUntil} />
      </Hint>
      {isCompared && (
        <details>
          <summary>{t('redpackets:result.how')}</summary>
          <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-line' }}>
            {t('redpackets:result.method', { percent: holdOutPercent })}
          </Text>
        </details>
      )}
    </Stack>
  );
}

function Verdict({ about, judged }: { about: 'visits' | 'income'; judged: CampaignDetail['visitsJudged'] }) {
  const t = useText();
  const { verdict, chance } = judged;
  return (
    <Text fw={600}>
      {t(`redpackets:result.says.${about}.${verdict}`, { chance: chance === null ? '' : percentOf(chance) })}
    </Text>
  );
}
