import { type SubmitEvent, useState } from 'react';
import { Money } from '#kit/player/amount.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton, SubmitButton } from '#kit/player/button.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type OwnCharge, ownChargeChanged, programContract } from '../contract.ts';
import { payPasswordPattern } from '../rules/pay-password-rules.ts';
import { orderAddress } from './order-row.tsx';
import { PasswordField } from './password-field.tsx';
import classes from './program.module.css';

const { readOwnCharge, confirmCharge, refuseCharge } = programContract;

/** Not every network lets sockets through, and somebody stands at the counter. */
const askEveryMs = 4000;

/** What the shop took by the code, or wants to take: then the player says yes or no. */
export function ChargeCard() {
  const t = useText();
  const { data, again } = useAnswer(readOwnCharge, {}, { everyMs: askEveryMs });
  useLive(ownChargeChanged, () => void again());
  const charge = data?.charge;
  if (!charge) return null;
  if (charge.state === 'asked') return <Ask key={charge.id} charge={charge} onEnd={again} />;
  return (
    <Notice tone={charge.state === 'paid' ? 'good' : 'warn'}>
      {t(`program:charge.${charge.state}`, { shop: charge.fieldName ?? charge.merchantName })}{' '}
      <Money fen={charge.amountFen} /> · {charge.reason}
      {charge.orderNumber && (
        <LinkButton kind="plain" to={orderAddress(charge.orderNumber)}>
          {t('program:charge.order')}
        </LinkButton>
      )}
    </Notice>
  );
}

function Ask({ charge, onEnd }: { charge: OwnCharge; onEnd: () => Promise<void> }) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [untyped, setUntyped] = useState(false);
  const paying = useSend(confirmCharge);
  const refusing = useSend(refuseCharge);
  const { id, needsPassword } = charge;
  const refuse = () => void refusing.send({ id }).then(onEnd);
  const pay = async (event: SubmitEvent) => {
    event.preventDefault();
    const missing = needsPassword && !payPasswordPattern.test(password);
    setUntyped(missing);
    if (missing) return;
    const paid = await paying.send({ id, ...(needsPassword && { password }) });
    if (!paid) setPassword('');
    await onEnd();
  };
  return (
    <Sheet open title={t('program:charge.title')} onClose={refuse}>
      <form className={classes.form} onSubmit={(event) => void pay(event)} noValidate>
        <p className={classes.hint}>
          {t('program:charge.asks', { shop: charge.fieldName ?? charge.merchantName, reason: charge.reason })}
        </p>
        <Money fen={charge.amountFen} big />
        {needsPassword && (
          <PasswordField
            label={t('program:password.password')}
            value={password}
            onChange={setPassword}
            error={untyped ? t('program:error.sixDigits') : undefined}
          />
        )}
        {(paying.refusal ?? refusing.refusal) && (
          <Notice tone="bad">{paying.refusal ?? refusing.refusal}</Notice>
        )}
        <SubmitButton busy={paying.busy}>{t('program:charge.yes')}</SubmitButton>
        <Button kind="plain" busy={refusing.busy} onClick={refuse}>
          {t('program:charge.no')}
        </Button>
      </form>
    </Sheet>
  );
}
