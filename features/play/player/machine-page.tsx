import { useEffect } from 'react';
import { useAnswer } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { Blank, Notice, type Tone } from '#kit/player/notice.tsx';
import { Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { type MachineState, playContract } from '../contract.ts';
import classes from './machine.module.css';
import { MachineCard } from './machine-card.tsx';
import { MachinePicture } from './machine-picture.tsx';

/** Somebody stands before it and looks: what it does now should be seen now. */
const askEveryMs = 4000;

const tones: Record<MachineState, Tone> = {
  ready: 'good',
  busy: 'warn',
  offline: 'bad',
  fault: 'bad',
  closed: 'warn',
  unsold: 'plain',
};

/** What the code on a machine opens: which machine it is, whether it can be played, and what that costs. */
export default function MachinePage() {
  const t = useText();
  const equipmentId = useQuery().get('equipmentId')?.trim() ?? '';
  if (!equipmentId)
    return (
      <Page centred>
        <MachinePicture type="claw" state="offline" />
        <h1 className={classes.title}>{t('play:unknown.noCode')}</h1>
        <p className={classes.hint}>{t('play:unknown.scan')}</p>
      </Page>
    );
  return <Machine key={equipmentId} equipmentId={equipmentId} />;
}

function Machine({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  const { data, failure, final, again } = useAnswer(
    playContract.readMachine,
    { equipmentId },
    { everyMs: askEveryMs },
  );
  const closedSite = data?.state === 'closed' ? data.fieldId : undefined;
  useEffect(() => {
    if (!closedSite) return;
    const query = new URLSearchParams({ fieldId: closedSite, redirect: location.pathname + location.search });
    navigation.go(`/errorPage?${query}`, { replace: true });
  }, [closedSite]);

  if (final)
    return (
      <Page centred>
        <MachinePicture type="claw" state="fault" />
        <h1 className={classes.title}>{t('play:unknown.title')}</h1>
        <p className={classes.hint}>{t('play:unknown.hint', { code: equipmentId })}</p>
        <p className={classes.hint}>{t('play:unknown.scan')}</p>
      </Page>
    );
  if (!data && failure)
    return (
      <Page centred>
        <Blank title={t('kit:ui.loadFailed')} hint={failure}>
          <Button onClick={() => void again()}>{t('kit:action.retry')}</Button>
        </Blank>
      </Page>
    );
  if (!data || closedSite)
    return (
      <Page>
        <Skeleton shape="picture" />
        <Skeleton count={2} />
      </Page>
    );
  const { state } = data;
  return (
    <PullToRefresh onRefresh={again}>
      <Page
        foot={
          (state === 'offline' || state === 'fault') && (
            <Button kind="soft" onClick={() => void again()}>
              {t('play:askAgain')}
            </Button>
          )
        }
      >
        <header className={classes.head}>
          <MachinePicture type={data.type} state={state} />
          <h1 className={classes.title}>{t('play:number', { number: data.equipmentNo })}</h1>
          <p className={classes.hint}>{[data.typeName, data.equipmentName].filter(Boolean).join(' · ')}</p>
        </header>
        <Notice tone={tones[state]}>
          <strong className={classes.state}>{t(`play:state.${state}`)}</strong>
          {t(`play:stateHint.${state}`)}
        </Notice>
        <MachineCard machine={data} />
        {failure && <Notice tone="warn">{failure}</Notice>}
      </Page>
    </PullToRefresh>
  );
}
