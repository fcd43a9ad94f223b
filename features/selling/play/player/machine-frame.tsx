import { type ReactNode, useEffect, useState } from 'react';
import { MachineDrawing, type MachineMood } from '#kit/drawings/machine-drawing.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Blank, Notice, type Tone } from '#kit/player/notice.tsx';
import { Page } from '#kit/player/page.tsx';
import { usePlace, useQuery } from '#kit/player/place.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { askAddress } from '#kit/player/who-plays.ts';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { useStore } from '#kit/ui/store.ts';
import type { Turn } from '../contract/turns.ts';
import { type Machine, type MachineState, numberRead, playContract, soldByLane } from '../contract.ts';
import classes from './machine.module.css';
import { MachineCard } from './machine-card.tsx';
import { isPlayable, saysMore, TurnNotice } from './turn.tsx';

/** Somebody stands before it and looks: what it does now should be seen now. */
export const askEveryMs = 4000;

const tones: Record<MachineState, Tone> = {
  ready: 'good',
  busy: 'warn',
  offline: 'bad',
  fault: 'bad',
  closed: 'warn',
  unsold: 'plain',
};

const moods: Record<MachineState, MachineMood> = {
  ready: 'online',
  busy: 'busy',
  offline: 'offline',
  fault: 'fault',
  closed: 'offline',
  unsold: 'offline',
};

export interface Scanned {
  equipmentId: string;
  s: string | undefined;
}

export interface Shown {
  machine: Machine;
  scanned: Scanned;
  again: () => Promise<void>;
  failure: string | undefined;
}

/** The page for this kind of machine; a counter sells nothing: its label leads to where coins are deposited. */
function pathFor({ type }: Machine): string {
  if (type === 'deposit') return '/depositing_coins';
  return soldByLane.includes(type) ? '/index2' : '/index';
}

/** What the code on a machine opens: says why where there is nothing to show, and hands the machine on where there is. */
export function MachineFrame({ children }: { children: (shown: Shown) => ReactNode }) {
  const t = useText();
  const query = useQuery();
  const equipmentId = query.get('equipmentId')?.trim() ?? '';
  const s = query.get('s') ?? undefined;
  if (!equipmentId)
    return (
      <Page centred>
        <MachineDrawing type="claw" mood="offline" size="2.6rem" />
        <h1 className={classes.title}>{t('play:unknown.noCode')}</h1>
        <p className={classes.hint}>{t('play:unknown.scan')}</p>
      </Page>
    );
  return (
    <Found key={`${equipmentId} ${s}`} scanned={{ equipmentId, s }}>
      {children}
    </Found>
  );
}

function Found({ scanned, children }: { scanned: Scanned; children: (shown: Shown) => ReactNode }) {
  const t = useText();
  const { pathname } = usePlace();
  const { equipmentId, s } = scanned;
  const { data, failure, final, again } = useAnswer(playContract.readMachine, scanned, {
    everyMs: askEveryMs,
  });
  const closedSite = data?.state === 'closed' ? data.fieldId : undefined;
  useEffect(() => {
    if (!closedSite) return;
    const query = new URLSearchParams({ fieldId: closedSite, redirect: location.pathname + location.search });
    navigation.go(`/errorPage?${query}`, { replace: true });
  }, [closedSite]);
  const elsewhere = data && data.label !== 'wrong' && pathFor(data) !== pathname ? pathFor(data) : undefined;
  useEffect(() => {
    if (!elsewhere || closedSite) return;
    const query = new URLSearchParams({ equipmentId, ...(s && { s }) });
    navigation.go(`${elsewhere}?${query}`, { replace: true });
  }, [elsewhere, closedSite, equipmentId, s]);

  if (final)
    return (
      <Page centred>
        <MachineDrawing type="claw" mood="fault" size="2.6rem" />
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
  if (!data || closedSite || elsewhere)
    return (
      <Page>
        <Skeleton shape="picture" />
        <Skeleton count={2} />
      </Page>
    );
  if (data.label === 'wrong') return <WrongLabel machine={data} equipmentId={equipmentId} />;
  return children({ machine: data, scanned, again, failure });
}

/** A label that is not this machine's own: only who reads the number on the machine before them goes on. */
function WrongLabel({ machine, equipmentId }: { machine: Machine; equipmentId: string }) {
  const t = useText();
  const [differs, setDiffers] = useState(false);
  const number = machine.equipmentNo;
  const goOn = () =>
    navigation.go(`${pathFor(machine)}?${new URLSearchParams({ equipmentId, s: numberRead })}`, {
      replace: true,
    });
  return (
    <Page
      foot={
        !differs && (
          <>
            <Button onClick={goOn}>{t('play:forged.yes', { number })}</Button>
            <Button kind="plain" onClick={() => setDiffers(true)}>
              {t('play:forged.no')}
            </Button>
          </>
        )
      }
    >
      <header className={classes.head}>
        <MachineDrawing type={machine.type} mood="fault" size="3.2rem" />
        <h1 className={classes.title}>{t('play:forged.title')}</h1>
        <p className={classes.asked}>{t('play:forged.ask')}</p>
        <p className={classes.number}>{t('play:number', { number })}</p>
      </header>
      <Notice tone="bad">{t(differs ? 'play:forged.differs' : 'play:forged.hint')}</Notice>
      <MachineCard machine={machine} />
    </Page>
  );
}

/** Which machine it is, how it is now, and whose turn it is there. */
export function MachineHead({ machine, turn }: { machine: Machine; turn: Turn | null }) {
  const t = useText();
  const { state } = machine;
  return (
    <>
      <header className={classes.head}>
        <MachineDrawing type={machine.type} mood={moods[state]} size="3.2rem" />
        <h1 className={classes.title}>{t('play:number', { number: machine.equipmentNo })}</h1>
        <p className={classes.hint}>
          {[machine.typeName, machine.equipmentName].filter(Boolean).join(' · ')}
        </p>
      </header>
      {!(isPlayable(state) && saysMore(turn)) && (
        <Notice tone={tones[state]}>
          <strong className={classes.state}>{t(`play:state.${state}`)}</strong>
          {t(`play:stateHint.${state}`)}
        </Notice>
      )}
      {isPlayable(state) && <TurnNotice turn={turn} busy={state === 'busy'} />}
    </>
  );
}

const isAway = ({ state }: Machine) => state === 'offline' || state === 'fault';
export const hasFoot = (machine: Machine, sold: boolean) => sold || isAway(machine);

/** Under the thumb: looking again at a machine that is away, logging in, or what the page has to sell. */
export function MachineFoot(
  props: Pick<Shown, 'machine' | 'again'> & { sold: boolean; children: ReactNode },
) {
  const { machine, sold } = props;
  const t = useText();
  const player = usePlayer();
  const { demo } = useStore(appConfigStore);
  const here = location.pathname + location.search;
  return (
    <>
      {isAway(machine) && (
        <Button kind="soft" onClick={() => void props.again()}>
          {t('play:askAgain')}
        </Button>
      )}
      {sold && player && props.children}
      {sold && !player && machine.state === 'ready' && (
        <LinkButton to={askAddress(here)}>{t('play:buy.logIn')}</LinkButton>
      )}
      {/* a demo has players to choose from */}
      {sold && !player && demo && (
        <LinkButton kind="soft" to={`/demo_player?${new URLSearchParams({ to: here })}`}>
          {t('play:buy.demoPlayer')}
        </LinkButton>
      )}
    </>
  );
}
