import { Button, Stack, Text } from '@mantine/core';
import { useAct } from '#kit/ui/api.ts';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { KeyValue } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { WithdrawalRecord } from '../contract/withdrawals.ts';
import { walletContract } from '../contract.ts';
import { AmountAsked } from './amount-asked.tsx';
import { WithdrawalDetail } from './withdrawal-detail.tsx';

/** A withdrawal as the platform sees it; the whole card number only on demand, and every look is logged. */
export function AuditDetail({ row }: { row: WithdrawalRecord }) {
  const t = useText();
  const reveal = useAct(walletContract.revealPayee);
  const card = reveal.data;
  return (
    <Stack>
      <AmountAsked row={row} />
      <WithdrawalDetail row={row} forPlatform />
      {row.needsSecond && row.endedAt === null && (
        <Text size="sm">{t(row.approvedByMe ? 'wallet:audit.waitSecond' : 'wallet:audit.needsSecond')}</Text>
      )}
      {row.target === 'bank' && !card && (
        <Button variant="default" loading={reveal.isPending} onClick={() => reveal.mutate({ id: row.id })}>
          {t('wallet:audit.reveal')}
        </Button>
      )}
      {card && (
        <>
          <KeyValue
            rows={[
              { label: t('wallet:audit.bank'), value: card.bankName },
              { label: t('wallet:audit.branch'), value: card.branchName },
              { label: t('wallet:field.payeeName'), value: card.holder },
              { label: t('wallet:audit.cardNumber'), value: card.number },
            ]}
          />
          <CopyButton text={card.number}>{t('wallet:audit.copy')}</CopyButton>
        </>
      )}
    </Stack>
  );
}
