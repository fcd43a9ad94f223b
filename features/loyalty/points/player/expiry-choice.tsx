import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { pointsContract } from '../contract.ts';
import classes from './points.module.css';

/** Whether the player is told by a text before points or tickets expire; nothing where no texts go out. */
export function ExpiryChoice() {
  const t = useText();
  const { data, again } = useAnswer(pointsContract.readExpiryChoice, {});
  const { send, busy, refusal } = useSend(pointsContract.saveExpiryChoice);
  if (!data?.available) return null;
  const { told, hasPhone } = data;
  const choose = async () => {
    if (await send({ told: !told })) await again();
  };
  return (
    <Card heading={t('points:own.tell.title')}>
      <p className={classes.hint}>{t(told ? 'points:own.tell.on' : 'points:own.tell.off')}</p>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      {hasPhone || told ? (
        <Button kind="soft" busy={busy} onClick={() => void choose()}>
          {t(told ? 'points:own.tell.turnOff' : 'points:own.tell.turnOn')}
        </Button>
      ) : (
        <LinkButton kind="soft" to="/program/my/modifyMaterials">
          {t('points:own.tell.phone')}
        </LinkButton>
      )}
    </Card>
  );
}
