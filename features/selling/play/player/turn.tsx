import { useEffect, useState } from 'react';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type Turn, turnChanged } from '../contract/turns.ts';
import { type MachineState, playContract } from '../contract.ts';
import classes from './machine.module.css';

/** More often than a place is kept for somebody who says nothing. */
const stillHereEveryMs = 8000;

/** What the server said last, counted down until it says something else. */
function useSeconds(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

/** Somebody else has the machine, or comes first. */
export const isKeptAway = (turn: Turn | null): boolean =>
  turn?.state === 'taken' || turn?.state === 'waiting';

/** It is there and works, for whomever. */
export const isPlayable = (state: MachineState): boolean => state === 'busy' || state === 'ready';

/** Whose turn it is matters more than that the machine is free. */
export const saysMore = (turn: Turn | null): boolean =>
  isKeptAway(turn) || (turn?.state === 'yours' && turn.kind === 'turn');

/** It plays for somebody, or is kept for them: then a number can be taken. */
export const mayWait = (turn: Turn | null, state: MachineState): turn is Turn =>
  turn !== null && isPlayable(state) && (isKeptAway(turn) || (state === 'busy' && turn.state === 'free'));

/** Whose turn it is, in one sentence, and how long it will take, in another. */
export function TurnNotice({ turn, busy }: { turn: Turn | null; busy: boolean }) {
  const t = useText();
  const seconds = useSeconds(turn?.seconds ?? 0);
  if (!turn) return null;
  const { state, kind, others } = turn;
  if (state === 'free' || (state === 'yours' && kind !== 'turn' && others === 0)) return null;
  const tone = state === 'yours' ? 'good' : 'warn';
  return (
    <Notice tone={tone}>
      <strong className={classes.state}>
        {state === 'yours'
          ? kind === 'turn'
            ? t('play:turns.yours')
            : t('play:turns.behind', { count: others })
          : state === 'waiting'
            ? others === 0
              ? t('play:turns.next')
              : t('play:turns.before', { count: others })
            : t(`play:turns.taken.${kind ?? 'turn'}`)}
      </strong>
      {state === 'yours'
        ? kind !== 'playing' && t('play:turns.keptFor', { seconds })
        : busy && seconds === 0
          ? t('play:turns.soon')
          : t(state === 'waiting' ? 'play:turns.wait' : 'play:turns.about', { seconds })}
    </Notice>
  );
}

/** Taking a number, and giving it back; while somebody waits, the page says so by itself. */
export function TurnButtons(props: { equipmentId: string; turn: Turn; again: () => Promise<void> }) {
  const { equipmentId, turn, again } = props;
  const t = useText();
  const take = useSend(playContract.takeTurn);
  const leave = useSend(playContract.leaveTurn);
  const waiting = turn.state === 'waiting';
  const { send } = take;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void send({ equipmentId }).then(again), stillHereEveryMs);
    return () => clearInterval(timer);
  }, [waiting, equipmentId, send, again]);
  const refusal = take.refusal ?? leave.refusal;
  return (
    <>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      {waiting ? (
        <Button kind="soft" busy={leave.busy} onClick={() => void leave.send({ equipmentId }).then(again)}>
          {t('play:turns.leave')}
        </Button>
      ) : (
        <Button busy={take.busy} onClick={() => void send({ equipmentId }).then(again)}>
          {t('play:turns.take')}
        </Button>
      )}
    </>
  );
}

/** Told at once; pages ask now and then all the same. */
export function useTurnNews(equipmentId: string, again: () => Promise<void>): void {
  useLive(turnChanged, (news) => {
    if (!news || news.equipmentId === equipmentId.toUpperCase()) void again();
  });
}

const askEveryMs = 5000;

/** Beside an order: for how long the machine waits for the payment, and who waits behind. */
export function OrderTurn({ equipmentId, unpaid }: { equipmentId: string; unpaid: boolean }) {
  const t = useText();
  const { data, again } = useAnswer(playContract.readTurn, { equipmentId }, { everyMs: askEveryMs });
  useTurnNews(equipmentId, again);
  const seconds = useSeconds(data?.seconds ?? 0);
  if (!data) return null;
  if (data.state !== 'yours')
    return unpaid && isKeptAway(data) ? <Notice tone="warn">{t('play:turns.lost')}</Notice> : null;
  if (!unpaid && data.others === 0) return null;
  return (
    <Notice>
      {unpaid && t('play:turns.keptFor', { seconds })}
      {unpaid && data.others > 0 && ' '}
      {data.others > 0 && t('play:turns.behind', { count: data.others })}
    </Notice>
  );
}
