import { Text } from '@mantine/core';
import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { maxCoins, remotecreditContract } from '../contract.ts';

/** What the person may still give today, and as a sentence. */
export function useAllowance() {
  const { data } = useCall(remotecreditContract.readAllowance, {});
  const most = data ? Math.min(data.perCredit, data.left ?? maxCoins) : maxCoins;
  return { allowance: data, most };
}

export function AllowanceLine({ allowance }: { allowance: ReturnType<typeof useAllowance>['allowance'] }) {
  const t = useText();
  if (!allowance) return null;
  const { used, left, perCredit } = allowance;
  if (left === 0)
    return (
      <Text size="sm" c="red.8" role="status">
        {t('remotecredit:page.usedUp')}
      </Text>
    );
  return (
    <Hint role="status">
      {left === null
        ? t('remotecredit:page.allowanceFree', { used, perCredit })
        : t('remotecredit:page.allowance', { used, left, perCredit })}
    </Hint>
  );
}
