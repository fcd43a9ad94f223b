import { useEffect, useState } from 'react';
import { ChooseShop, useShopHere } from '#features/people/playerapp/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { Held, HeldRow } from '#kit/player/held.tsx';
import { Badge, Blank, Notice } from '#kit/player/notice.tsx';
import { usePlace } from '#kit/player/place.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type OwnTask, rewardsContract } from '../contract.ts';
import classes from './rewards.module.css';
import { ShareLink } from './share-link.tsx';

const { listOwnTasks, claimTask, comeByLink } = rewardsContract;
type Own = OutputOf<typeof listOwnTasks>;

const tokenPattern = /^[\w-]{22}$/;

/** /subIntegralStore/dailyTasks: what there is to do for points at a shop, how far one is, and what can be claimed. */
export default function DailyTasks() {
  const t = useText();
  const { search } = usePlace();
  const fieldId = useShopHere();
  const query = new URLSearchParams(search);
  return (
    <OwnPage
      title={t('rewards:screen.dailyTasks')}
      hint={t('rewards:own.nobodyHint')}
      back="/subIntegralStore/integral"
    >
      <Guest token={query.get('by') ?? ''} />
      {fieldId ? (
        <AtShop key={fieldId} fieldId={fieldId} />
      ) : (
        <ChooseShop hint={t('rewards:own.noShopHint')} />
      )}
    </OwnPage>
  );
}

/** A player who came by a friend's link counts for the friend. */
function Guest({ token }: { token: string }) {
  const { send } = useSend(comeByLink);
  const isLink = tokenPattern.test(token);
  useEffect(() => {
    if (isLink) void send({ token });
  }, [isLink, token, send]);
  return null;
}

function AtShop({ fieldId }: { fieldId: string }) {
  const t = useText();
  const answer = useAnswer(listOwnTasks, { fieldId });
  return (
    <Answered answer={answer} skeleton={<Skeleton count={4} />}>
      {(own) => (
        <>
          <HeldHere own={own} />
          {own.tasks.length === 0 ? (
            <Blank title={t('rewards:own.none')} hint={t('rewards:own.noneHint')} />
          ) : (
            own.tasks.map((task) => (
              <Task key={task.id} task={task} fieldId={fieldId} onClaimed={() => void answer.again()} />
            ))
          )}
        </>
      )}
    </Answered>
  );
}

function HeldHere({ own: { fieldName, merchantName, points, tickets } }: { own: Own }) {
  const t = useText();
  return (
    <Card heading={fieldName ?? merchantName} aside={fieldName ? merchantName : undefined}>
      <HeldRow>
        <Held name={t('rewards:own.held.point')} value={points} />
        {tickets > 0 && <Held name={t('rewards:own.held.ticket')} value={tickets} />}
      </HeldRow>
    </Card>
  );
}

const tones = { open: 'plain', ready: 'good', claimed: 'plain', spent: 'warn' } as const;

function Task(props: { task: OwnTask; fieldId: string; onClaimed: () => void }) {
  const { task, fieldId, onClaimed } = props;
  const t = useText();
  const { send, busy, refusal } = useSend(claimTask);
  const [got, setGot] = useState<OutputOf<typeof claimTask>>();
  const claim = async () => {
    const answer = await send({ fieldId, id: task.id });
    if (answer) setGot(answer);
    onClaimed();
  };
  const { state, goal, progress } = task;
  const passesOn = (task.kind === 'share' || task.kind === 'invite') && state === 'open';
  return (
    <Card>
      <span className={classes.head}>
        <span className={classes.name}>{task.name}</span>
        <span className={classes.reward}>+{t(`kit:pieces.${task.unit}`, { count: task.amount })}</span>
      </span>
      <p className={classes.says}>{task.says}</p>
      {task.kind === 'signIn' && task.streak > 0 && (
        <p className={classes.says}>{t('rewards:own.streak', { count: task.streak })}</p>
      )}
      {state === 'open' && goal > 1 && (
        <span className={classes.progress}>
          <progress className={classes.bar} max={goal} value={progress} aria-label={task.name} />
          <span>{task.progressText}</span>
        </span>
      )}
      {got && (
        <Notice tone="good">
          {t('rewards:own.got', { amount: t(`kit:pieces.${got.unit}`, { count: got.amount }) })}
        </Notice>
      )}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      {state === 'ready' ? (
        <Button busy={busy} onClick={() => void claim()}>
          {t(task.kind === 'signIn' ? 'rewards:own.signIn' : 'rewards:own.claim')}
        </Button>
      ) : (
        <span>
          <Badge tone={tones[state]}>{t(`rewards:ownState.${state}`)}</Badge>
        </span>
      )}
      {task.kind === 'profile' && state === 'open' && (
        <LinkButton kind="soft" to="/program/my/modifyMaterials">
          {t('rewards:own.fillIn')}
        </LinkButton>
      )}
      {passesOn && <ShareLink fieldId={fieldId} />}
    </Card>
  );
}
