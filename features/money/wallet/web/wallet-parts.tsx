import { Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { percentOf } from '#kit/contract/meaning-text.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';

export const Percent = ({ basisPoints }: { basisPoints: number }) => (
  <span style={{ fontVariantNumeric: 'tabular-nums' }}>{percentOf(basisPoints)}%</span>
);

/** Small figures side by side; labels are translation keys. */
export function Tiles({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  const t = useText();
  return (
    <dl className={classes.tiles}>
      {items.map(({ label, value }) => (
        <div key={label} className={classes.tile}>
          <Text component="dt" size="sm" c="dimmed">
            {t(label)}
          </Text>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of the wallet's page, with a way to the page that has all of it. */
export function Card({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  const t = useText();
  return (
    <section className={classes.card}>
      <div className={classes.cardHead}>
        <Heading>{title}</Heading>
        <Link to={to} className={classes.more} aria-label={t('wallet:page.allOf', { title })}>
          {t('wallet:page.all')}
        </Link>
      </div>
      {children}
    </section>
  );
}

/** Which wallet a screen speaks of, kept in the address; offered only where there are several. */
export function useWalletChoice(): { walletId: string | undefined; chooser: ReactNode } {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const walletId = query.get('walletId') ?? undefined;
  const { data } = useCall(walletContract.readWallet, {});
  const wallets = data?.wallets ?? [];
  const foreign = walletId && data && !wallets.some(({ id }) => id === walletId);
  const options = [
    ...wallets.map(({ id, name }) => ({ value: id, label: name })),
    ...(foreign ? [{ value: walletId, label: t('wallet:wallet.number', { id: walletId }) }] : []),
  ];
  const chooser =
    options.length > 1 || foreign ? (
      <Select
        aria-label={t('wallet:field.wallet')}
        data={options}
        value={walletId ?? data?.wallet?.id ?? null}
        allowDeselect={false}
        onChange={(next) => {
          if (!next) return;
          setQuery(
            (before) => {
              const changed = new URLSearchParams(before);
              changed.set('walletId', next);
              changed.delete('current');
              return changed;
            },
            { replace: true },
          );
        }}
        w={{ base: '100%', xs: 320 }}
      />
    ) : null;
  return { walletId, chooser };
}
