import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton, SubmitButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { forgetPlayer } from '#kit/player/session.ts';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { saveFile } from '#kit/ui/save-file.ts';
import { playerAppContract } from '../contract.ts';
import { useOwnerProof } from './owner-proof.tsx';
import classes from './player-app.module.css';

const { deleteSelf, exportSelf, readLeaving } = playerAppContract;
type Leaving = OutputOf<typeof readLeaving>;

/** The data belong to the player: take them along, or have them deleted. */
export function OwnDataTools() {
  const t = useText();
  const [open, setOpen] = useState<'data' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Card heading={t('playerapp:data.heading')}>
        <p className={classes.hint}>{t('playerapp:data.hint')}</p>
        <Button kind="soft" onClick={() => setOpen('data')}>
          {t('playerapp:data.save')}
        </Button>
      </Card>
      <Button kind="danger" onClick={() => setOpen('delete')}>
        {t('playerapp:delete.ask')}
      </Button>
      <Sheet open={open === 'data'} title={t('playerapp:data.heading')} onClose={close}>
        {open === 'data' && <Asked>{(leaving) => <Export leaving={leaving} onDone={close} />}</Asked>}
      </Sheet>
      <Sheet open={open === 'delete'} title={t('playerapp:delete.title')} onClose={close}>
        {open === 'delete' && <Asked>{(leaving) => <Sure leaving={leaving} onKeep={close} />}</Asked>}
      </Sheet>
    </>
  );
}

function Asked({ children }: { children: (leaving: Leaving) => ReactNode }) {
  return <Answered answer={useAnswer(readLeaving, {})}>{children}</Answered>;
}

function Export({ leaving, onDone }: { leaving: Leaving; onDone: () => void }) {
  const t = useText();
  const proof = useOwnerProof(leaving, 'ownData');
  const { send, busy, refusal } = useSend(exportSelf);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const shown = proof.read();
    const data = shown && (await send(shown));
    if (!data) return;
    saveFile(
      `${t('playerapp:data.file')}-${data.exportedAt.slice(0, 'yyyy-mm-dd'.length)}.json`,
      new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
    );
    onDone();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <p className={classes.hint}>{t('playerapp:data.hint')}</p>
      {proof.fields}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <SubmitButton busy={busy} disabled={leaving.proof === 'none'}>
        {t('playerapp:data.save')}
      </SubmitButton>
    </form>
  );
}

/** What there is, to the fen and to the piece; what there is none of is left out. */
function Owned({ leaving }: { leaving: Leaving }) {
  const t = useText();
  const { balanceFen, coins, points, tickets, cards, freePlays } = leaving;
  const pieces = Object.entries({ points, tickets, cards, freePlays }).filter(([, count]) => count > 0);
  return (
    <Facts
      facts={[
        ...(balanceFen > 0
          ? [{ name: t('playerapp:delete.balance'), value: <Money fen={balanceFen} /> }]
          : []),
        ...(coins > 0 ? [{ name: t('playerapp:delete.coins'), value: <Coins count={coins} /> }] : []),
        ...pieces.map(([kind, count]) => ({ name: t(`playerapp:delete.${kind}`), value: count })),
      ]}
    />
  );
}

/** What is left is named before anybody gives it up, and what a shop would pay back. */
function Sure({ leaving, onKeep }: { leaving: Leaving; onKeep: () => void }) {
  const t = useText();
  const [knows, setKnows] = useState(false);
  const proof = useOwnerProof(leaving, 'leaving');
  const { send, busy, refusal } = useSend(deleteSelf);
  const { balanceFen, coins, points, tickets, cards, freePlays, refundFen, days } = leaving;
  const givenUp = { balanceFen, coins, points, tickets, cards, freePlays };
  const owns = Object.values(givenUp).some((count) => count > 0);
  const end = async (event: SubmitEvent) => {
    event.preventDefault();
    const shown = proof.read();
    if (!shown || !(await send({ ...givenUp, ...shown }))) return;
    forgetPlayer();
    navigation.go('/program', { replace: true });
  };
  return (
    <form className={classes.form} onSubmit={(event) => void end(event)} noValidate>
      <p className={classes.hint}>{t('playerapp:delete.hint', { days })}</p>
      {owns && (
        <>
          <Notice tone="warn">{t('playerapp:delete.owns')}</Notice>
          <Owned leaving={leaving} />
          {refundFen > 0 && (
            <>
              <p className={classes.hint}>
                {t('playerapp:delete.refundDue', { amount: formatFen(refundFen) })}
              </p>
              <LinkButton kind="soft" to="/onlineRefundSupplement">
                {t('playerapp:delete.refundFirst')}
              </LinkButton>
            </>
          )}
          <label className={classes.choice}>
            <input
              type="checkbox"
              checked={knows}
              onChange={(event) => setKnows(event.currentTarget.checked)}
            />
            {t('playerapp:delete.giveUp')}
          </label>
        </>
      )}
      {proof.fields}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <SubmitButton kind="danger" disabled={leaving.proof === 'none' || (owns && !knows)} busy={busy}>
        {t('playerapp:delete.yes')}
      </SubmitButton>
      <Button kind="plain" onClick={onKeep}>
        {t('playerapp:delete.keep')}
      </Button>
    </form>
  );
}
