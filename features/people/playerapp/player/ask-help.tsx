import { type SubmitEvent, useState } from 'react';
import {
  type HelpWish,
  helpWishes,
  type OwnOrder,
  ordersContract,
} from '#features/selling/orders/contract.ts';
import { useSend } from '#kit/player/answers.ts';
import { SubmitButton } from '#kit/player/button.tsx';
import { Field } from '#kit/player/field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './player-app.module.css';

const most = 120;

/** What happened and what is wanted instead; the shop decides and answers in the order. */
export function AskHelp(props: {
  order: Pick<OwnOrder, 'orderNumber' | 'title'> | undefined;
  onClose: () => void;
  onAsked: () => void;
}) {
  const t = useText();
  return (
    <Sheet open={props.order !== undefined} title={t('playerapp:help.title')} onClose={props.onClose}>
      {props.order && <Form key={props.order.orderNumber} order={props.order} onAsked={props.onAsked} />}
    </Sheet>
  );
}

function Form({ order, onAsked }: { order: Pick<OwnOrder, 'orderNumber' | 'title'>; onAsked: () => void }) {
  const t = useText();
  const [wish, setWish] = useState<HelpWish>('refund');
  const [words, setWords] = useState('');
  const [short, setShort] = useState(false);
  const { send, busy, refusal } = useSend(ordersContract.askHelp);
  const ask = async (event: SubmitEvent) => {
    event.preventDefault();
    const told = words.trim();
    setShort(told.length < 2);
    if (told.length < 2) return;
    if (await send({ orderNumber: order.orderNumber, wish, words: told })) onAsked();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void ask(event)} noValidate>
      <p className={classes.hint}>{t('playerapp:help.hint', { title: order.title })}</p>
      <fieldset className={classes.choices}>
        <legend className={classes.label}>{t('playerapp:help.wish')}</legend>
        {helpWishes.map((one) => (
          <label key={one} className={classes.choice}>
            <input type="radio" name="wish" checked={wish === one} onChange={() => setWish(one)} />
            {t(`playerapp:help.${one}`)}
          </label>
        ))}
      </fieldset>
      <Field
        label={t('playerapp:help.words')}
        hint={t('playerapp:help.wordsHint')}
        error={short ? t('playerapp:help.tooShort') : undefined}
        maxLength={most}
        value={words}
        onChange={setWords}
      />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <SubmitButton busy={busy}>{t('playerapp:help.send')}</SubmitButton>
    </form>
  );
}
