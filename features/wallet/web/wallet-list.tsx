import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { Money } from '#kit/ui/display.tsx';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';
import { useWalletName } from './wallet-parts.tsx';

const { listWallets, saveWallet, removeWallet, readWallet, listSettlements } = walletContract;
type Wallet = OutputOf<typeof listWallets>[number];

export function WalletList() {
  const t = useText();
  const [editing, setEditing] = useState<Wallet | 'new' | undefined>();
  const { data, error, refetch } = useCall(listWallets, {});
  useLiveInvalidate('wallet.', listWallets);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />;
  return (
    <div className={classes.column}>
      {data.map((wallet) => (
        <WalletRow key={wallet.id} wallet={wallet} onRename={() => setEditing(wallet)} />
      ))}
      <Button leftSection={<Icon name="plus" />} size="md" onClick={() => setEditing('new')}>
        {t('wallet:settlement.open')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('wallet:settlement.openHint')}
      </Text>
      {editing && (
        <NameSheet wallet={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </div>
  );
}

function WalletRow({ wallet, onRename }: { wallet: Wallet; onRename: () => void }) {
  const t = useText();
  const nameOf = useWalletName();
  const hide = useAct(removeWallet, {
    success: 'wallet:settlement.hidden',
    invalidates: [listWallets, readWallet, listSettlements],
  });
  const askAndHide = async () => {
    const title = t('wallet:settlement.hideTitle', { name: wallet.name ?? '' });
    if (await confirm({ title, body: t('wallet:settlement.hideBody'), danger: true }))
      hide.mutate({ id: wallet.id });
  };
  return (
    <section className={classes.card}>
      <Group justify="space-between">
        <div>
          <Title order={2} size="h5">
            {nameOf(wallet)}
          </Title>
          <Text size="sm" c="dimmed">
            {wallet.siteNames.join('、')}
          </Text>
        </div>
        <Money fen={wallet.balances.availableFen} />
      </Group>
      {wallet.kind === 'further' && (
        <Group mt="sm" gap="xs">
          <Button variant="default" mih={44} onClick={onRename}>
            {t('wallet:settlement.rename')}
          </Button>
          <Button variant="default" mih={44} loading={hide.isPending} onClick={() => void askAndHide()}>
            {t('wallet:settlement.hide')}
          </Button>
        </Group>
      )}
    </section>
  );
}

const longestName = 20;

function NameSheet({ wallet, onClose }: { wallet: Wallet | undefined; onClose: () => void }) {
  const t = useText();
  const [name, setName] = useState(wallet?.name ?? '');
  const save = useAct(saveWallet, {
    success: 'kit:action.done',
    invalidates: [listWallets, readWallet],
    onDone: onClose,
  });
  return (
    <Sheet
      opened
      onClose={onClose}
      title={t(wallet ? 'wallet:settlement.rename' : 'wallet:settlement.open')}
      footer={
        <Button
          fullWidth
          size="md"
          loading={save.isPending}
          disabled={!name.trim()}
          onClick={() => save.mutate({ id: wallet?.id, name: name.trim() })}
        >
          {t('kit:action.save')}
        </Button>
      }
    >
      <Stack>
        <TextInput
          label={t('wallet:field.walletName')}
          value={name}
          maxLength={longestName}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
      </Stack>
    </Sheet>
  );
}
