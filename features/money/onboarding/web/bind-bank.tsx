import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { Hint, StatusBadge } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { useStore } from '#kit/ui/store.ts';
import { type BankCardRecord, maxBankCards } from '../contract/banks.ts';
import { onboardingContract } from '../contract.ts';
import { BindCardForm } from './bind-card-form.tsx';
import classes from './onboarding.module.css';
import { pendingCard } from './pending-card.ts';
import { PrivateValue } from './private-value.tsx';

function CardTile({ card, mayEdit }: { card: BankCardRecord; mayEdit: boolean }) {
  const t = useText();
  const prefer = useAct(onboardingContract.chooseDefaultCard, { success: 'onboarding:card.preferred' });
  const unbind = useAct(onboardingContract.unbindCards, { success: 'onboarding:card.unbound' });
  return (
    <Paper withBorder p="md" className={classes.card} component="article">
      <div className={classes.cardHead}>
        <Icon name="credit-card" size={22} />
        <Text fw={600} className={classes.grow}>
          {card.bankName}
        </Text>
        {card.isDefault && <StatusBadge tone="good">{t('onboarding:card.default')}</StatusBadge>}
      </div>
      <PrivateValue masked={card.cardMasked} id={card.id} field="bankCard" />
      <Text size="sm">
        {card.holderName} · {t(`onboarding:accountType.${card.accountType}`)}
      </Text>
      <Hint>{[card.regionName, card.branchName].filter(Boolean).join(' ')}</Hint>
      {mayEdit && (
        <Group gap="xs">
          {!card.isDefault && (
            <Button
              variant="default"
              loading={prefer.isPending}
              onClick={() => prefer.mutate({ id: card.id })}
            >
              {t('onboarding:card.prefer')}
            </Button>
          )}
          <ConfirmButton
            variant="default"
            title={t('onboarding:card.unbindTitle', { name: card.bankName })}
            body={t('onboarding:card.unbindBody')}
            confirmLabel={t('onboarding:card.unbind')}
            loading={unbind.isPending}
            onConfirm={() => unbind.mutate({ ids: [card.id] })}
          >
            {t('onboarding:card.unbind')}
          </ConfirmButton>
        </Group>
      )}
    </Paper>
  );
}

/** Bank cards for payouts. A new one begins with its number. */
export default function BindBank() {
  return (
    <Loaded call={[onboardingContract.listCards, {}]} skeleton="list">
      {(data) => <Cards data={data} />}
    </Loaded>
  );
}

function Cards({ data }: { data: OutputOf<typeof onboardingContract.listCards> }) {
  const t = useText();
  const [query] = useSearchParams();
  const pending = useStore(pendingCard);
  const mayBind = useCan(onboardingContract.bindCard);
  if (query.has('add') && pending && mayBind)
    return (
      <BindCardForm
        pending={pending}
        verifiedName={data.verifiedName}
        verifiedCompany={data.verifiedCompany}
      />
    );
  const mayEdit = mayBind && data.editable;
  const verified = data.verifiedName !== null;
  const add = mayEdit && data.cards.length < maxBankCards && (
    <Button
      component={Link}
      to={verified ? '/bind_bank_card_number' : '/authentication'}
      leftSection={<Icon name={verified ? 'plus' : 'id'} />}
    >
      {t(verified ? 'onboarding:card.add' : 'onboarding:card.verify')}
    </Button>
  );
  if (data.cards.length === 0)
    return (
      <EmptyState
        title={t('onboarding:card.none')}
        hint={t(verified ? 'onboarding:card.noneHint' : 'onboarding:card.verifyHint')}
        action={add}
      />
    );
  return (
    <Stack maw={760}>
      <Hint>{t('onboarding:card.limit', { count: data.cards.length, max: maxBankCards })}</Hint>
      <div className={classes.cards}>
        {data.cards.map((card) => (
          <CardTile key={card.id} card={card} mayEdit={mayEdit} />
        ))}
      </div>
      {add && <StickyActions>{add}</StickyActions>}
    </Stack>
  );
}
