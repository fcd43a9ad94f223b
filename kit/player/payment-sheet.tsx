import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { Money } from './amount.tsx';
import { Button } from './button.tsx';
import { QrCode } from './code.tsx';
import { Notice } from './notice.tsx';
import classes from './payment-sheet.module.css';
import { Sheet } from './sheet.tsx';

/** What the person seems to have done, as `payWith` of the payments says it; the server knows better. */
export type PayOutcome = 'paid' | 'cancelled' | 'unknown' | 'left';

export interface PaymentSheetProps {
  open: boolean;
  /** what is bought */
  title: string;
  amountFen: number;
  /** opens the platform's own way to pay: `payWith(prepared, options)` */
  pay: (options: { showCode: (content: string) => void; sheetTitle: string }) => Promise<PayOutcome>;
  /** how the order stands, as the server says: the sheet believes nothing else */
  state: 'waiting' | 'paid' | 'closed';
  onClose: () => void;
  /** what comes after paying */
  after?: ReactNode;
}

/** From "pay" to the server's word that the money is there. Opening it starts the payment, once. */
export function PaymentSheet(props: PaymentSheetProps) {
  const { open, pay, state } = props;
  const t = useText();
  const [outcome, setOutcome] = useState<PayOutcome>();
  const [code, setCode] = useState<string>();
  const started = useRef(false);
  const start = async () => {
    setOutcome(undefined);
    setOutcome(
      await pay({ showCode: setCode, sheetTitle: t('kit:player.pay.title') }).catch(
        (): PayOutcome => 'unknown',
      ),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it is what starts it
  useEffect(() => {
    if (!open) {
      started.current = false;
      setCode(undefined);
      return;
    }
    // once, also where React mounts twice to find bugs
    if (started.current) return;
    started.current = true;
    void start();
  }, [open]);
  return (
    <Sheet open={open} title={t('kit:player.pay.title')} onClose={props.onClose}>
      <div className={classes.amount}>
        <span>{props.title}</span>
        <Money fen={props.amountFen} big />
      </div>
      {state === 'paid' ? (
        <>
          <Notice tone="good">{t('kit:player.pay.paid')}</Notice>
          {props.after}
        </>
      ) : state === 'closed' ? (
        <Notice tone="warn">{t('kit:player.pay.closed')}</Notice>
      ) : (
        <>
          {code && <QrCode content={code} label={t('kit:player.pay.scan')} />}
          <Notice tone={outcome === 'cancelled' ? 'warn' : 'plain'}>
            {t(`kit:player.pay.${outcome === undefined || outcome === 'left' ? 'waiting' : outcome}`)}
          </Notice>
          {(outcome === 'cancelled' || outcome === 'unknown') && (
            <Button onClick={() => void start()}>{t('kit:player.pay.again')}</Button>
          )}
        </>
      )}
    </Sheet>
  );
}
