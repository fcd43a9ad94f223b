import { useText } from '#kit/ui/i18n.ts';
import type { OrderProgress } from './order-standing.ts';
import classes from './steps.module.css';

const order = ['unpaid', 'paid', 'sent', 'accepted', 'done'] as const;
const shown = ['paid', 'sent', 'accepted', 'done'] as const;

/** Paid, sent, accepted, done: how far it has come. What needs no machine is paid and done. */
export function Steps({ progress }: { progress: OrderProgress }) {
  const t = useText();
  const reached = order.indexOf(progress.step);
  const failed = progress.state === 'refunded' || progress.state === 'refunding' || progress.faulty;
  const steps = progress.byMachine ? shown : (['paid', 'done'] as const);
  return (
    <ol className={classes.steps}>
      {steps.map((step) => {
        const place = order.indexOf(step);
        const done = place <= reached && !(failed && step === 'done');
        const now = !failed && place === reached + 1;
        const mark = done ? 'done' : now ? 'now' : 'later';
        return (
          <li key={step} data-mark={mark} aria-current={now ? 'step' : undefined}>
            <span className={classes.mark} aria-hidden="true">
              {done && (
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M5 12.5l4.5 4.5L19 7.5" />
                </svg>
              )}
            </span>
            <span>{t(`play:step.${step}`)}</span>
            {step === 'done' && progress.asked !== null && progress.counted !== null && (
              <span className={classes.counted}>
                {t('play:step.counted', { counted: progress.counted, asked: progress.asked })}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
