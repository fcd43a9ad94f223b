import { Text } from '@mantine/core';
import { Hint, Money } from '#kit/ui/display.tsx';
import { HeroFigure } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { WithdrawalRecord } from '../contract/withdrawals.ts';

/** How much, to whom and for whom: read before anything is decided. */
export function AmountAsked({ row }: { row: WithdrawalRecord }) {
  const t = useText();
  return (
    <div>
      <HeroFigure>
        <Money fen={row.amountFen} />
      </HeroFigure>
      <Text mt={4} fw={600}>
        {row.target === 'balance'
          ? t('wallet:target.balance')
          : t('wallet:withdraw.to', { target: row.targetName })}
      </Text>
      <Hint>{t('wallet:audit.askedFor', { name: row.tenantName, payee: row.payeeName })}</Hint>
    </div>
  );
}
