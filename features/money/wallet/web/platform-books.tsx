import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Heading, Hint, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { walletContract } from '../contract.ts';
import classes from './wallet.module.css';
import { Tiles } from './wallet-parts.tsx';

type Balances = OutputOf<typeof walletContract.readWallet>['platform'];

/** What the platform earned, and what the channels hold for it: below zero there means that they owe it. */
export function PlatformBooks({ balances }: { balances: Balances }) {
  const t = useText();
  return (
    <section className={classes.card}>
      <Heading mb="sm">{t('wallet:platform.title')}</Heading>
      <Tiles
        items={balances.map(({ account, balanceFen }) => ({
          label: `wallet:platform.${account}`,
          value: <Money fen={balanceFen} />,
        }))}
      />
      <Hint mt="sm">{t('wallet:platform.hint')}</Hint>
    </section>
  );
}
