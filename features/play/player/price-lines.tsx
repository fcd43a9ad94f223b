import { Money } from '#kit/player/amount.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './machine.module.css';

/** How a price comes about, line by line; one line where nothing was taken off. */
export function PriceLines(props: {
  lines: readonly { text: string; amountFen: number }[];
  name: string;
  totalFen: number;
}) {
  const t = useText();
  const lines = props.lines.length > 0 ? props.lines : [{ text: props.name, amountFen: props.totalFen }];
  return (
    <dl className={classes.lines}>
      {lines.map(({ text, amountFen }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>
            {amountFen < 0 && '−'}
            <Money fen={Math.abs(amountFen)} />
          </dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>{t('play:confirm.total')}</dt>
        <dd>
          <Money fen={props.totalFen} big />
        </dd>
      </div>
    </dl>
  );
}
