import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import {
  movementKind,
  type WalletKind,
  type WalletPurpose,
  type WithdrawalState,
  type WithdrawalStep,
  walletPurposes,
} from '../contract/shared.ts';
import { walletContract } from '../contract.ts';

export interface NamedWallet {
  kind: WalletKind;
  name: string | null;
}

/** The main one has no name of its own; a franchisee's says whose it is. */
export function useWalletName(): (wallet: NamedWallet) => string {
  const t = useText();
  return ({ kind, name }) => t(`wallet:wallet.${kind}`, { name: name ?? '' });
}

export const MovementName = ({ kind }: { kind: string }) => useText()(`wallet:kind.${movementKind(kind)}`);

export const Percent = ({ basisPoints }: { basisPoints: number }) => (
  <span style={{ fontVariantNumeric: 'tabular-nums' }}>{percentText(basisPoints)}%</span>
);

const tones: Record<WithdrawalState, Tone> = {
  untreated: 'waiting',
  processing: 'info',
  passed: 'good',
  rejected: 'bad',
  cancelled: 'quiet',
};

export function WithdrawalBadge({ state, step }: { state: WithdrawalState; step?: WithdrawalStep | null }) {
  const t = useText();
  return (
    <StatusBadge tone={step === 'confirm' ? 'waiting' : tones[state]}>
      {step ? t(`wallet:step.${step}`) : t(`wallet:state.${state}`)}
    </StatusBadge>
  );
}

/** Which wallet a screen speaks of, kept in the address; offered only where there are several. */
export function useWalletChoice(): { walletId: string | undefined; chooser: ReactNode } {
  const t = useText();
  const nameOf = useWalletName();
  const [query, setQuery] = useSearchParams();
  const walletId = query.get('walletId') ?? undefined;
  const { data } = useCall(walletContract.readWallet, {});
  const wallets = data?.wallets ?? [];
  const foreign = walletId && data && !wallets.some(({ id }) => id === walletId);
  const options = [
    ...wallets.map((wallet) => ({ value: wallet.id, label: nameOf(wallet) })),
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

export const purposeOptions = walletPurposes.map((purpose: WalletPurpose) => ({
  value: purpose,
  label: `wallet:purpose.${purpose}`,
}));
