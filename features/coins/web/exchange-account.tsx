import { Paper, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import type { ExchangeAccount } from '../contract/exchange.ts';
import { coinsContract } from '../contract.ts';
import { AccountDetail } from './account-detail.tsx';
import classes from './coins.module.css';
import { MachineName } from './machine.tsx';

const { listExchangeAccounts } = coinsContract;

/** /currencyAccount: every machine with what should be in it; with one in the address, its account. */
export default function ExchangeAccounts() {
  const [query] = useSearchParams();
  const equipmentId = query.get('equipmentId');
  return equipmentId ? <AccountDetail equipmentId={equipmentId} /> : <AllAccounts />;
}

function AllAccounts() {
  const t = useText();
  const site = useCurrentSite();
  const { data, error, refetch } = useCall(listExchangeAccounts, site ? { fieldId: site.id } : {}, {
    keepPrevious: true,
  });
  useLiveInvalidate('exchangeAccount.', listExchangeAccounts, 3000);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  if (data.length === 0)
    return <EmptyState title={t('coins:account.none')} hint={t('coins:account.noneHint')} />;
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        {t('coins:account.intro')}
      </Text>
      <Paper withBorder component="ul" className={classes.choices}>
        {data.map((account) => (
          <li key={account.equipmentId}>
            <Link to={`?equipmentId=${account.equipmentId}`} className={classes.choice}>
              <span className={classes.choiceText}>
                <Text component="span" fw={600} display="block" truncate>
                  <MachineName machine={account} />
                </Text>
                <Text component="span" size="sm" c="dimmed" display="block" truncate>
                  {account.fieldName}
                </Text>
              </span>
              <span className={classes.choiceEnd}>
                <Text component="span" fw={600} display="block">
                  {account.expected === null
                    ? t('coins:account.notOpened')
                    : t('coins:unit.coin', { count: account.expected })}
                </Text>
                <Difference account={account} />
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </Paper>
    </Stack>
  );
}

function Difference({ account: { difference } }: { account: ExchangeAccount }) {
  const t = useText();
  if (difference === null) return null;
  if (difference === 0) return <StatusBadge tone="good">{t('coins:account.exact')}</StatusBadge>;
  return (
    <StatusBadge tone={difference < 0 ? 'bad' : 'waiting'}>
      {t(difference < 0 ? 'coins:account.short' : 'coins:account.over', { count: Math.abs(difference) })}
    </StatusBadge>
  );
}
