import { moneyText } from '#kit/contract/meaning-text.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { Hint } from '#kit/ui/display.tsx';
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
          <Hint>{t('allowance:today.owner')}</Hint>
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
            <Hint mt="xs">{t(shared ? 'allowance:today.shared' : 'allowance:today.hint')}</Hint>
          </>
        )
      }
    </Loaded>
  );
}

/** What was given away, and what may still be given today. */
export default listPage({
  endpoint: listGiven,
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
