import { Text } from '@mantine/core';
import { moneyText } from '#kit/contract/meaning-text.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { allowanceContract } from '../contract.ts';

const { readAllowance, listGiven } = allowanceContract;

/** What is left of the day, above what it was spent on. */
function Today() {
  const t = useText();
  return (
    <Loaded call={[readAllowance, {}]}>
      {({ perDayFen, aloneFen, usedFen, leftFen, shared }) =>
        perDayFen === null || aloneFen === null || leftFen === null ? (
          <Text size="sm" c="dimmed">
            {t('allowance:today.owner')}
          </Text>
        ) : (
          <>
            <Figures
              items={[
                {
                  label: t('allowance:today.left'),
                  value: moneyText(leftFen),
                  hint: t('allowance:today.of', { perDay: moneyText(perDayFen) }),
                },
                { label: t('allowance:today.used'), value: moneyText(usedFen) },
                { label: t('allowance:field.aloneFen'), value: moneyText(aloneFen) },
              ]}
            />
            <Text size="sm" c="dimmed" mt="xs">
              {t(shared ? 'allowance:today.shared' : 'allowance:today.hint')}
            </Text>
          </>
        )
      }
    </Loaded>
  );
}

/** What was given away, and what may still be given today. */
export default listPage({
  endpoint: listGiven,
  texts: 'allowance',
  columns: [
    { key: 'door', phone: 'what' },
    { key: 'userName', phone: 'more' },
    'units',
    'worthFen',
    { key: 'countsFen', phone: false },
    'agreed',
    'createdAt',
  ],
  filters: ['door', 'from'],
  header: <Today />,
  empty: { title: 'allowance:page.nothingGiven' },
});
