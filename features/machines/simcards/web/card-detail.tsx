import { Button, Group, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { callOf, removing } from '#kit/pages/actions.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { navigation } from '#kit/ui/navigation.ts';
import { type CardDetail, simcardsContract } from '../contract.ts';
import { assigning, cardForms, enteringTraffic, renewing } from './card-actions.tsx';
import { CardNumber, CardState, Expiry, Traffic } from './card-parts.tsx';

function Head({ card }: { card: CardDetail }) {
  const t = useText();
  return (
    <Group gap="sm">
      <Icon name={card.kind === 'sim' ? 'device-mobile' : 'credit-card'} size={28} />
      <div>
        <Text fw={650} size="lg" component="div">
          <CardNumber card={card} />
        </Text>
        <Hint>{t(`simcards:kind.${card.kind}`)}</Hint>
      </div>
      {card.kind === 'sim' && <CardState card={card} field="expiryState" />}
      {(card.kind === 'ic' || !card.enabled) && <CardState card={card} field="enabled" />}
    </Group>
  );
}

/** The page goes first: refreshing a removed record would only show that it is gone. */
async function removeAndLeave(id: string): Promise<void> {
  await client.call(simcardsContract.removeCards, { ids: [id] });
  navigation.back();
  await invalidate(simcardsContract.listCards);
}

const isSim = (card: CardDetail) => card.kind === 'sim';

function NoCard() {
  const t = useText();
  return (
    <EmptyState
      title={t('simcards:list.chooseOne')}
      action={
        <Button component={Link} to="/cardmanage">
          {t('simcards:screen.list')}
        </Button>
      }
    />
  );
}

function NoTraffic() {
  return <Hint>{useText()('simcards:traffic.none')}</Hint>;
}

const detailOf = (id: string | null) =>
  defineDetail({
    endpoint: simcardsContract.readCard,
    input: id ? { id } : undefined,
    choose: () => <NoCard />,
    header: (card) => <Head card={card} />,
    sections: [
      {
        rows: [
          { key: 'operator', visible: isSim },
          { key: 'equipmentName', visible: isSim },
          { key: 'fieldName', visible: isSim },
          { key: 'expiresOn', render: (card) => <Expiry card={card} /> },
          { key: 'trafficUsedBytes', render: (card) => <Traffic card={card} />, visible: isSim },
          { key: 'holder', visible: (card) => !isSim(card) },
          'createdAt',
          { key: 'remark', wide: true },
        ],
      },
      {
        title: 'simcards:traffic.byMonth',
        visible: (card) => isSim(card) && card.traffic.length > 0,
        lines: { of: 'traffic', columns: ['month', { key: 'usedBytes', phone: 'amount' }] },
      },
      {
        title: 'simcards:traffic.byMonth',
        visible: (card) => isSim(card) && card.traffic.length === 0,
        content: () => <NoTraffic />,
      },
      {
        title: 'simcards:event.title',
        lines: {
          of: 'history',
          columns: [{ key: 'text', phone: 'what' }, { key: 'userName', phone: 'more' }, 'createdAt'],
        },
      },
    ],
    actions: [
      { ...renewing, primary: true, visible: isSim },
      { ...assigning, visible: isSim },
      { ...enteringTraffic, visible: isSim },
      { label: 'kit:action.edit', icon: 'edit', form: cardForms.sim, visible: isSim },
      { label: 'kit:action.edit', icon: 'edit', form: cardForms.ic, visible: (card) => !isSim(card) },
    ],
    danger: [
      {
        label: 'simcards:task.unassign',
        icon: 'x',
        visible: (card) => card.equipmentId !== null,
        call: callOf(simcardsContract.assignCard, (card: CardDetail) => ({
          id: card.id,
          equipmentId: null,
        })),
        confirm: { title: 'simcards:assign.takeOutTitle', body: 'simcards:assign.takeOutBody' },
        success: 'kit:action.done',
      },
      {
        ...removing,
        needs: simcardsContract.removeCards,
        visible: (card) => card.equipmentId === null,
        confirm: { title: 'simcards:list.removeTitle', params: (card) => ({ number: card.number }) },
        run: (card) => removeAndLeave(card.id),
      },
    ],
  });

/** One card, named by `?id=`. */
export default function CardScreen() {
  const id = useSearchParams()[0].get('id');
  return <DetailPage key={id} definition={detailOf(id)} />;
}
