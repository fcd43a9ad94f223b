import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { useSession } from '#kit/ui/session.ts';
import { walletPurposes } from '../contract/shared.ts';
import { walletContract } from '../contract.ts';
import { PlatformBooks } from './platform-books.tsx';
import classes from './wallet.module.css';
import { useWalletName } from './wallet-parts.tsx';

type Wallet = OutputOf<typeof walletContract.listWallets>[number];

/** Each wallet with what is available, frozen and pending in it; for the platform its own books. */
export default function AccountBalance() {
  return useSession()?.realm === 'platform' ? <OfPlatform /> : <OfWallets />;
}

function OfPlatform() {
  const t = useText();
  const { data, error, refetch } = useCall(walletContract.readWallet, {});
  useLiveInvalidate('wallet.', walletContract.readWallet);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return (
    <div className={classes.column}>
      <PlatformBooks balances={data.platform} />
      <Button component={Link} to="/accountBalanceList" variant="default" mih={44} w="fit-content">
        {t('wallet:screen.balances')}
      </Button>
    </div>
  );
}

function OfWallets() {
  const t = useText();
  const { data, error, refetch } = useCall(walletContract.listWallets, {});
  useLiveInvalidate('wallet.', walletContract.listWallets);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  if (data.length === 0)
    return <EmptyState title={t('wallet:page.noWallet')} hint={t('wallet:page.noWalletHint')} />;
  return (
    <div className={classes.column}>
      {data.map((wallet) => (
        <WalletCard key={wallet.id} wallet={wallet} />
      ))}
    </div>
  );
}

function WalletCard({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const nameOf = useWalletName();
  return (
    <section className={classes.card}>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h5">
            {nameOf(wallet)}
          </Title>
          {wallet.siteNames.length > 0 && (
            <Text size="sm" c="dimmed">
              {wallet.siteNames.join('、')}
            </Text>
          )}
        </div>
        <Button component={Link} to={`/accountFlow?walletId=${wallet.id}`} variant="default" mih={44}>
          {t('wallet:screen.flow')}
        </Button>
      </Group>
      <dl className={classes.tiles}>
        {walletPurposes.map((purpose) => (
          <div key={purpose} className={classes.tile}>
            <Text component="dt" size="sm" c="dimmed">
              {t(`wallet:purpose.${purpose}`)}
            </Text>
            <dd>
              <Money fen={wallet.balances[`${purpose}Fen`]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
