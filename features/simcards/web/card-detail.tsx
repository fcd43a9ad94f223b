import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { callOf } from '#kit/pages/actions.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { Time } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { sizeText } from '#kit/ui/fields/image-size.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { navigation } from '#kit/ui/navigation.ts';
import { useCan } from '#kit/ui/session.ts';
import { type CardDetail, type CardEvent, simcardsContract } from '../contract.ts';
import classes from './card.module.css';
import { cardAnswers } from './card-answers.ts';
import { CardFormSheet, type CardFormTask } from './card-form.tsx';
import {
  CardDevice,
  CardNumber,
  EnabledBadge,
  Expiry,
  ExpiryBadge,
  OperatorName,
  Traffic,
} from './card-parts.tsx';
import { type CardTask, CardTaskSheet } from './card-tasks.tsx';

function Head({ card }: { card: CardDetail }) {
  const t = useText();
  return (
    <Group gap="sm">
      <Icon name={card.kind === 'sim' ? 'device-mobile' : 'credit-card'} size={28} />
      <div>
        <Text fw={650} size="lg" component="div">
          <CardNumber card={card} />
        </Text>
        <Text size="sm" c="dimmed">
          {t(`simcards:kind.${card.kind}`)}
        </Text>
      </div>
      {card.kind === 'sim' && <ExpiryBadge card={card} />}
      {(card.kind === 'ic' || !card.enabled) && <EnabledBadge card={card} />}
    </Group>
  );
}

function History({ events }: { events: readonly CardEvent[] }) {
  return (
    <ul className={classes.list}>
      {events.map((event) => (
        <li key={event.id}>
          <span className={classes.what}>
            {event.text}
            {event.note && (
              <Text span size="sm" c="dimmed" display="block">
                {event.note}
              </Text>
            )}
          </span>
          <Text span size="sm" c="dimmed">
            {event.userName} · <Time value={event.createdAt} />
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Months({ card, onEnter }: { card: CardDetail; onEnter: () => void }) {
  const t = useText();
  const mayEnter = useCan(simcardsContract.enterTraffic);
  return (
    <>
      {card.traffic.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('simcards:traffic.none')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {card.traffic.map(({ month, usedBytes }) => (
            <li key={month}>
              <span className={classes.number}>{month}</span>
              <span className={classes.number}>{sizeText(usedBytes)}</span>
            </li>
          ))}
        </ul>
      )}
      {mayEnter && (
        <Button mt="sm" variant="default" onClick={onEnter}>
          {t('simcards:task.traffic')}
        </Button>
      )}
    </>
  );
}

/** The page goes first: refreshing a removed record would only show that it is gone. */
async function removeAndLeave(id: string): Promise<void> {
  await client.call(simcardsContract.removeCards, { ids: [id] });
  navigation.back();
  await invalidate(simcardsContract.listCards);
}

const isSim = (card: CardDetail) => card.kind === 'sim';

function Details({ id }: { id: string }) {
  const [task, setTask] = useState<CardTask | undefined>();
  const [formTask, setFormTask] = useState<CardFormTask | undefined>();
  const detail = defineDetail({
    endpoint: simcardsContract.readCard,
    input: { id },
    header: (card) => <Head card={card} />,
    sections: [
      {
        rows: [
          { label: 'simcards:field.operator', value: (card) => <OperatorName card={card} />, visible: isSim },
          { label: 'simcards:field.device', value: (card) => <CardDevice card={card} />, visible: isSim },
          { label: 'simcards:field.expiresOn', value: (card) => <Expiry card={card} /> },
          { label: 'simcards:field.traffic', value: (card) => <Traffic card={card} />, visible: isSim },
          { label: 'simcards:field.holder', value: (card) => card.holder, visible: (card) => !isSim(card) },
          { label: 'simcards:field.createdAt', value: (card) => <Time value={card.createdAt} /> },
          { label: 'simcards:field.remark', value: (card) => card.remark, wide: true },
        ],
      },
      {
        title: 'simcards:traffic.byMonth',
        visible: isSim,
        content: (card) => <Months card={card} onEnter={() => setTask({ kind: 'traffic', card })} />,
      },
      { title: 'simcards:event.title', content: (card) => <History events={card.history} /> },
    ],
    actions: [
      {
        label: 'simcards:task.renew',
        icon: 'calendar',
        primary: true,
        needs: simcardsContract.renewCard,
        visible: isSim,
        run: (card) => setTask({ kind: 'renew', card }),
      },
      {
        label: 'simcards:task.assign',
        icon: 'device',
        needs: simcardsContract.assignCard,
        visible: isSim,
        run: (card) => setTask({ kind: 'assign', card }),
      },
      {
        label: 'kit:action.edit',
        icon: 'edit',
        needs: simcardsContract.saveCard,
        run: (card) => setFormTask({ kind: card.kind, card }),
      },
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
        label: 'kit:action.remove',
        icon: 'trash',
        danger: true,
        needs: simcardsContract.removeCards,
        visible: (card) => card.equipmentId === null,
        confirm: { title: 'simcards:list.removeTitle', params: (card) => ({ number: card.number }) },
        run: (card) => removeAndLeave(card.id),
        success: 'kit:action.removed',
      },
    ],
    invalidates: cardAnswers,
    live: 'card.',
  });
  return (
    <>
      <DetailPage definition={detail} />
      <CardTaskSheet task={task} onClose={() => setTask(undefined)} />
      <CardFormSheet task={formTask} onClose={() => setFormTask(undefined)} />
    </>
  );
}

/** One card, named by `?id=`. */
export default function CardScreen() {
  const t = useText();
  const [query] = useSearchParams();
  const id = query.get('id');
  if (id) return <Details key={id} id={id} />;
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
