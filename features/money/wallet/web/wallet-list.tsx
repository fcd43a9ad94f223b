import { Button, Group } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { openForm } from '#kit/pages/open-form.ts';
import { useAct } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { Heading, Hint, Money } from '#kit/ui/display.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';

const { listWallets, saveWallet, removeWallet, handOverWallet } = walletContract;
type Wallet = OutputOf<typeof listWallets>[number];

/** Opens a wallet, or gives one another name. */
const nameForm = formAction({
  endpoint: saveWallet,
  title: (wallet: Wallet | undefined, t) => t(`wallet:settlement.${wallet ? 'rename' : 'open'}`),
  submitLabel: 'kit:action.save',
  initial: (wallet) => ({ id: wallet?.id, name: wallet?.name ?? '' }),
  fields: [{ name: 'name', label: 'wallet:field.walletName' }],
});

const HandOverHint = ({ subject }: FormContentProps<Wallet>) => (
  <Hint>{useText()('wallet:settlement.handOverHint', { name: subject.name })}</Hint>
);

/** Sites and money of a franchisee who leaves go to another wallet. */
const handOverForm = formAction({
  endpoint: handOverWallet,
  title: (wallet: Wallet, t) => t('wallet:settlement.handOverTitle', { name: wallet.name }),
  submitLabel: 'wallet:settlement.handOver',
  danger: true,
  above: HandOverHint,
  initial: ({ id }) => ({ walletId: id }),
  fields: [
    {
      name: 'toWalletId',
      label: 'wallet:field.handedTo',
      kind: 'reference',
      source: referenceTo({ endpoint: listWallets, labelOf: ({ name }) => name }),
    },
  ],
  success: ({ state }, t) =>
    t(state === 'done' ? 'wallet:settlement.handedOver' : 'wallet:settlement.handoverAsked'),
});

export function WalletList() {
  const t = useText();
  return (
    <Loaded call={[listWallets, {}]} skeleton="list">
      {(wallets) => (
        <div className={classes.column}>
          {wallets.map((wallet) => (
            <WalletRow key={wallet.id} wallet={wallet} />
          ))}
          <Button leftSection={<Icon name="plus" />} onClick={() => void openForm(nameForm, undefined)}>
            {t('wallet:settlement.open')}
          </Button>
          <Hint>{t('wallet:settlement.openHint')}</Hint>
        </div>
      )}
    </Loaded>
  );
}

function WalletRow({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const hide = useAct(removeWallet, { success: 'wallet:settlement.hidden' });
  const askAndHide = async () => {
    const title = t('wallet:settlement.hideTitle', { name: wallet.name });
    if (await confirm({ title, body: t('wallet:settlement.hideBody'), danger: true }))
      hide.mutate({ id: wallet.id });
  };
  return (
    <section className={classes.card}>
      <Group justify="space-between">
        <div>
          <Heading>{wallet.name}</Heading>
          <Hint>{wallet.siteNames.join(t('kit:unit.comma'))}</Hint>
        </div>
        <Money fen={wallet.balances.availableFen} />
      </Group>
      {wallet.kind === 'franchisee' && (
        <Button mt="sm" variant="default" onClick={() => void openForm(handOverForm, wallet)}>
          {t('wallet:settlement.handOver')}
        </Button>
      )}
      {wallet.kind === 'further' && (
        <Group mt="sm" gap="xs">
          <Button variant="default" onClick={() => void openForm(nameForm, wallet)}>
            {t('wallet:settlement.rename')}
          </Button>
          <Button variant="default" loading={hide.isPending} onClick={() => void askAndHide()}>
            {t('wallet:settlement.hide')}
          </Button>
        </Group>
      )}
    </section>
  );
}
