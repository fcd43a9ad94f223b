import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { AnyEndpoint, OutputOf } from '#kit/contract/endpoint.ts';
import { openForm } from '#kit/pages/open-form.ts';
import { mayCall } from '#kit/ui/access.ts';
import { Heading, Hint, Money } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { HeroFigure } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { useCan, useSession } from '#kit/ui/session.ts';
import { Slot, useSlotsLoaded } from '#kit/ui/slot.tsx';
import { walletContract } from '../contract.ts';
import { PlatformBooks } from './platform-books.tsx';
import { RecentFlow } from './recent.tsx';
import { transfer } from './transfer-form.tsx';
import classes from './wallet.module.css';
import { Percent, Tiles, useWalletChoice } from './wallet-parts.tsx';

type Summary = OutputOf<typeof walletContract.readWallet>;
type Wallet = NonNullable<Summary['wallet']>;

/** fees that are owed are shown where there are some */
const tiles = ['frozen', 'pending', 'cash', 'collected', 'deposit', 'owed'] as const;

/** what is no tab of this page */
const links: { to: string; icon: IconName; label: string; needs: AnyEndpoint }[] = [
  { to: '/exchangeRate', icon: 'discount', label: 'rate', needs: walletContract.readRates },
  { to: '/yj_records', icon: 'shield', label: 'deposits', needs: walletContract.listDeposits },
  {
    to: '/wallet_handovers',
    icon: 'arrows-exchange',
    label: 'handovers',
    needs: walletContract.listHandovers,
  },
  { to: '/settingAccount', icon: 'building-store', label: 'settlement', needs: walletContract.settleSite },
];

export default function WalletScreen() {
  const { walletId, chooser } = useWalletChoice();
  // what stands below the slot comes with it, so that nothing jumps
  const besideLoaded = useSlotsLoaded('walletIncome');
  return (
    <Loaded call={[walletContract.readWallet, { walletId }]}>
      {(summary) => {
        if (summary.platform.length > 0) return <PlatformBooks balances={summary.platform} />;
        if (!summary.wallet) return <NoWallet />;
        return (
          <div className={classes.page}>
            <div className={classes.column}>
              {chooser}
              <Balance summary={summary} wallet={summary.wallet} />
              <RecentFlow walletId={summary.wallet.id} />
            </div>
            {besideLoaded && (
              <div className={classes.column}>
                <Slot name="walletIncome" />
                <Rates rates={summary.rates} />
                <QuickLinks walletId={walletId} />
              </div>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

function NoWallet() {
  const t = useText();
  return <EmptyState title={t('wallet:page.noWallet')} hint={t('wallet:page.noWalletHint')} />;
}

function Balance({ summary, wallet }: { summary: Summary; wallet: Wallet }) {
  const t = useText();
  const mayWithdraw = useCan(walletContract.askWithdrawal) && wallet.own;
  const mayTopUp = useMayOpen('/weChatRedirect') && wallet.own;
  const mayTransfer = useCan(walletContract.transferMoney) && wallet.own && summary.targets.length > 0;
  return (
    <section className={classes.card}>
      <Hint>{t('wallet:page.withdrawable')}</Hint>
      <div className={classes.hero}>
        <HeroFigure>
          <Money fen={wallet.balances.availableFen} />
        </HeroFigure>
      </div>
      {(mayWithdraw || mayTopUp || mayTransfer) && (
        <div className={classes.buttons}>
          {mayWithdraw && (
            <Button component={Link} to={`/put_forward?walletId=${wallet.id}`}>
              {t('wallet:screen.withdraw')}
            </Button>
          )}
          {mayTopUp && (
            <Button component={Link} to="/weChatRedirect" variant="default">
              {t('wallet:action.topUp')}
            </Button>
          )}
          {mayTransfer && (
            <Button variant="default" onClick={() => void openForm(transfer, summary)}>
              {t('wallet:action.transfer')}
            </Button>
          )}
        </div>
      )}
      <Tiles
        items={tiles
          .filter((tile) => tile !== 'owed' || wallet.balances.owedFen > 0)
          .map((tile) => ({
            label: `wallet:purpose.${tile}`,
            value: <Money fen={wallet.balances[`${tile}Fen`]} />,
          }))}
      />
      {summary.today && (
        <Text size="sm" mt="sm">
          {t('wallet:page.today')} <Money fen={summary.today.incomeFen} /> · {t('wallet:page.todayFee')}{' '}
          <Money fen={summary.today.feeFen} /> · {t('wallet:page.todayNet')}{' '}
          <Money fen={summary.today.netFen} />
        </Text>
      )}
      <Hint mt={summary.today ? 4 : 'sm'}>
        {summary.today && t('wallet:page.todayHint')} {t('wallet:page.purposeHint')}
      </Hint>
    </section>
  );
}

function QuickLinks({ walletId }: { walletId: string | undefined }) {
  const t = useText();
  const user = useSession();
  const tail = walletId ? `?walletId=${walletId}` : '';
  return (
    <nav className={classes.card} aria-label={t('wallet:page.links')}>
      <ul className={classes.links}>
        {links
          .filter(({ needs }) => mayCall(user, needs))
          .map(({ to, icon, label }) => (
            <li key={to}>
              <Link to={to + tail} className={classes.link}>
                <Icon name={icon} size={24} />
                {t(`wallet:screen.${label}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

function Rates({ rates }: { rates: Summary['rates'] }) {
  const t = useText();
  return (
    <section className={classes.card}>
      <Heading mb="sm">{t('wallet:screen.rate')}</Heading>
      <Tiles
        items={rates.map(({ payWay, basisPoints }) => ({
          label: `wallet:payWay.${payWay}`,
          value: <Percent basisPoints={basisPoints} />,
        }))}
      />
    </section>
  );
}
