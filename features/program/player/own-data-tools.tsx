import { useState } from 'react';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { playerClient } from '#kit/player/client.ts';
import { Notice } from '#kit/player/notice.tsx';
import { forgetPlayer } from '#kit/player/session.ts';
import { Sheet } from '#kit/player/sheet.tsx';
import { failureMessage } from '#kit/ui/failure.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { saveFile } from '#kit/ui/save-file.ts';
import { programContract } from '../contract.ts';
import classes from './program.module.css';

const { deleteSelf, exportSelf, readOwnMoney } = programContract;

/** The data belong to the player: take them along, or have them deleted. */
export function OwnDataTools() {
  return (
    <>
      <Export />
      <Delete />
    </>
  );
}

function Export() {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const data = await playerClient.call(exportSelf, {});
      saveFile(
        `${t('program:data.file')}-${data.exportedAt.slice(0, 'yyyy-mm-dd'.length)}.json`,
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      );
    } catch (error) {
      setFailure(failureMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card heading={t('program:data.heading')}>
      <p className={classes.hint}>{t('program:data.hint')}</p>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Button kind="soft" busy={busy} onClick={() => void save()}>
        {t('program:data.save')}
      </Button>
    </Card>
  );
}

function Delete() {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('program:delete.ask')}
      </Button>
      <Sheet open={open} title={t('program:delete.title')} onClose={() => setOpen(false)}>
        {open && <Sure onKeep={() => setOpen(false)} />}
      </Sheet>
    </>
  );
}

/** What is left is named to the fen and to the coin before anybody gives it up. */
function Sure({ onKeep }: { onKeep: () => void }) {
  const t = useText();
  const money = useAnswer(readOwnMoney, {});
  const [knows, setKnows] = useState(false);
  const { send, busy, refusal } = useSend(deleteSelf);
  return (
    <Answered answer={money}>
      {(merchants) => {
        const sum = (of: (one: (typeof merchants)[number]) => number) =>
          merchants.reduce((total, one) => total + of(one), 0);
        const balanceFen = sum((one) => one.balanceFen + one.heldFen);
        const coins = sum((one) => one.coins + one.heldCoins);
        const owns = balanceFen > 0 || coins > 0;
        const end = async () => {
          if (!(await send({ balanceFen, coins }))) return;
          forgetPlayer();
          navigation.go('/program', { replace: true });
        };
        return (
          <div className={classes.form}>
            <p className={classes.hint}>{t('program:delete.hint')}</p>
            {owns && (
              <>
                <Notice tone="warn">{t('program:delete.owns')}</Notice>
                <Facts
                  facts={merchants.map((one) => ({
                    name: one.merchantName,
                    value: (
                      <>
                        <Money fen={one.balanceFen + one.heldFen} /> ·{' '}
                        <Coins count={one.coins + one.heldCoins} />
                      </>
                    ),
                  }))}
                />
                <LinkButton kind="soft" to="/onlineRefundSupplement">
                  {t('program:delete.refundFirst')}
                </LinkButton>
                <label className={classes.choice}>
                  <input
                    type="checkbox"
                    checked={knows}
                    onChange={(event) => setKnows(event.currentTarget.checked)}
                  />
                  {t('program:delete.giveUp')}
                </label>
              </>
            )}
            {refusal && <Notice tone="bad">{refusal}</Notice>}
            <Button kind="danger" disabled={owns && !knows} busy={busy} onClick={() => void end()}>
              {t('program:delete.yes')}
            </Button>
            <Button kind="plain" onClick={onKeep}>
              {t('program:delete.keep')}
            </Button>
          </div>
        );
      }}
    </Answered>
  );
}
