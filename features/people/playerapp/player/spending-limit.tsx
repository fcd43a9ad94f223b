import { type SubmitEvent, useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen, parseYuan } from '#kit/kernel/money.ts';
import { Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, SubmitButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { Field } from '#kit/player/field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { highestLimitFen, playerAppContract } from '../contract.ts';
import { momentText } from './own-texts.tsx';
import classes from './player-app.module.css';

const { readLimit, saveLimit } = playerAppContract;
type Limit = OutputOf<typeof readLimit>;

/** What one wants to spend in a day at most: lowered at once, raised after a day. */
export function SpendingLimit() {
  const t = useText();
  const answer = useAnswer(readLimit, {});
  const [open, setOpen] = useState(false);
  return (
    <Card heading={t('playerapp:limit.heading')}>
      <Answered answer={answer}>
        {(limit) => (
          <>
            <LimitState limit={limit} />
            <Button kind="soft" onClick={() => setOpen(true)}>
              {t('playerapp:limit.change')}
            </Button>
            <Sheet open={open} title={t('playerapp:limit.heading')} onClose={() => setOpen(false)}>
              <Form
                limit={limit}
                onSaved={() => {
                  setOpen(false);
                  void answer.again();
                }}
              />
            </Sheet>
          </>
        )}
      </Answered>
    </Card>
  );
}

function LimitState({ limit: { dailyFen, laterFen, laterFrom, spentFen } }: { limit: Limit }) {
  const t = useText();
  return (
    <>
      <Facts
        facts={[
          {
            name: t('playerapp:limit.now'),
            value: dailyFen === null ? t('playerapp:limit.none') : <Money fen={dailyFen} />,
          },
          { name: t('playerapp:limit.spent'), value: <Money fen={spentFen} /> },
        ]}
      />
      {laterFrom && (
        <Notice>
          {laterFen === null
            ? t('playerapp:limit.endsAt', { at: momentText(laterFrom) })
            : t('playerapp:limit.risesAt', { at: momentText(laterFrom), amount: formatFen(laterFen) })}
        </Notice>
      )}
    </>
  );
}

function Form({ limit, onSaved }: { limit: Limit; onSaved: () => void }) {
  const t = useText();
  const [typed, setTyped] = useState(limit.dailyFen === null ? '' : String(limit.dailyFen / 100));
  const [wrong, setWrong] = useState(false);
  const { send, busy, refusal } = useSend(saveLimit);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const dailyFen = parseYuan(typed);
    const fits = dailyFen !== undefined && dailyFen >= 0 && dailyFen <= highestLimitFen;
    setWrong(!fits);
    if (fits && (await send({ dailyFen }))) onSaved();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <p className={classes.hint}>{t('playerapp:limit.hint')}</p>
      <Field
        label={t('playerapp:limit.amount')}
        digits
        maxLength={10}
        value={typed}
        onChange={setTyped}
        error={wrong ? t('playerapp:limit.wrong') : undefined}
      />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <SubmitButton busy={busy}>{t('playerapp:limit.save')}</SubmitButton>
      {limit.dailyFen !== null && (
        <Button kind="plain" busy={busy} onClick={() => void send({}).then((saved) => saved && onSaved())}>
          {t('playerapp:limit.end')}
        </Button>
      )}
    </form>
  );
}
