import { useState } from 'react';
import { Button } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { Field } from '#kit/player/field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { usePay } from './use-pay.ts';

/** Coins of the player's own balance out of the machine, one for one; what it can not give stays in the balance. */
export function TakeOut(props: { equipmentId: string; most: number; ready: boolean }) {
  const t = useText();
  const { pay, busy, refusal } = usePay(props.equipmentId);
  const [typed, setTyped] = useState('');
  const count = Number(typed || props.most);
  const fits = Number.isInteger(count) && count >= 1 && count <= props.most;
  return (
    <Card heading={t('play:takeOut.title')}>
      <Field
        label={t('play:takeOut.number')}
        digits
        maxLength={5}
        value={typed}
        onChange={(value) => setTyped(value.replace(/\D/g, ''))}
        hint={t('play:takeOut.hint', { count: props.most })}
        {...(!fits && { error: t('play:takeOut.tooMany', { count: props.most }) })}
      />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button
        kind="soft"
        busy={busy}
        disabled={!props.ready || !fits}
        onClick={() => void pay({ number: count }, 'coin', count)}
      >
        {t('play:takeOut.button', { count: fits ? count : props.most })}
      </Button>
    </Card>
  );
}
