import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { walletPurposes } from '#features/money/ledger/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Heading, Hint, Money } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useSession } from '#kit/ui/session.ts';
import { walletContract } from '../contract.ts';
import { PlatformBooks } from './platform-books.tsx';
import classes from './wallet.module.css';
import { Tiles } from './wallet-parts.tsx';

type Wallet = OutputOf<typeof walletContract.listWallets>[number];

/** Each wallet with what is available, frozen and pending in it; for the platform its own books. */
export default function AccountBalance() {
  return useSession()?.realm === 'platform' ? <OfPlatform /> : <OfWallets />;
}

function OfPlatform() {
  const t = useText();
  return (
    <Loaded call={[walletContract.readWallet, {}]}>
      {({ platform }) => (
        <div className={classes.column}>
          <PlatformBooks balances={platform} />
          <Button component={Link} to="/accountBalanceList" variant="default" w="fit-content">
            {t('wallet:screen.balances')}
          </Button>
        </div>
      )}
    </Loaded>
  );
}

function OfWallets() {
  const t = useText();
  return (
    <Loaded call={[walletContract.listWallets, {}]}>
      {(wallets) =>
        wallets.length === 0 ? (
          <EmptyState title={t('wallet:page.noWallet')} hint={t('wallet:page.noWalletHint')} />
        ) : (
          <div className={classes.column}>
            {wallets.map((wallet) => (
              <WalletCard key={wallet.id} wallet={wallet} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

function WalletCard({ wallet }: { wallet: Wallet }) {
  const t = useText();
  return (
    <section className={classes.card}>
      <Group justify="space-between" mb="sm">
        <div>
          <Heading>{wallet.name}</Heading>
          {wallet.siteNames.length > 0 && <Hint>{wallet.siteNames.join(t('kit:unit.comma'))}</Hint>}
        </div>
        <Button component={Link} to={`/accountFlow?walletId=${wallet.id}`} variant="default">
          {t('wallet:screen.flow')}
        </Button>
      </Group>
      <Tiles
        items={walletPurposes.map((purpose) => ({
          label: `wallet:purpose.${purpose}`,
          value: <Money fen={wallet.balances[`${purpose}Fen`]} />,
        }))}
      />
    </section>
  );
}
